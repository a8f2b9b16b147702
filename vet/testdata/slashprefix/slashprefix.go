package slashprefix

import (
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"
)

func wrong(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if next == "" || !strings.HasPrefix(next, "/") {
		next = "/"
	}
	http.Redirect(w, r, next, http.StatusSeeOther) // want `//evil.example passes the check before this redirect, and a browser reads a host in it: use page.ParseSameOrigin`
}

func twoSlashes(w http.ResponseWriter, r *http.Request, next string) {
	if strings.HasPrefix(next, "/") && !strings.HasPrefix(next, "//") {
		http.Redirect(w, r, next, http.StatusSeeOther) // want `/\\evil.example passes the check before this redirect`
		return
	}
	http.Redirect(w, r, "/", http.StatusSeeOther) // ok
}

func byte0(c *gin.Context) {
	next := c.Query("next")
	switch {
	case next == "":
		c.Redirect(http.StatusSeeOther, "/") // ok
	case next[0] == '/':
		c.Redirect(http.StatusSeeOther, next) // want `//evil.example passes`
	}
}

func header(w http.ResponseWriter, r *http.Request) {
	next := r.URL.Query().Get("next")
	if !strings.HasPrefix(next, "/") || strings.HasPrefix(next, "//") {
		http.Error(w, "bad", http.StatusBadRequest)
		return
	}
	w.Header().Set("Location", next) // want `/\\evil.example passes`
}

func right(w http.ResponseWriter, r *http.Request, target string) {
	if strings.HasPrefix(target, "/") {
		http.Redirect(w, r, target, http.StatusSeeOther) // ok: not known where it comes from
	}
	http.Redirect(w, r, "/next", http.StatusSeeOther) // ok
	http.Redirect(w, r, target, http.StatusSeeOther)  // ok: no check
	if strings.HasPrefix(target, "https://") {
		http.Redirect(w, r, target, http.StatusSeeOther) // ok
	}
}

func longer(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if strings.HasPrefix(next, "/app/") {
		http.Redirect(w, r, next, http.StatusSeeOther) // ok: keeps it on the site
	}
	if strings.HasPrefix(next, "/") {
		http.Redirect(w, r, "https://app.example"+next, http.StatusSeeOther) // ok
		w.Header().Set("X-Next", next)                                       // ok: not a Location field
	}
	if !strings.HasPrefix(next, "/") {
		http.Redirect(w, r, next, http.StatusSeeOther) // ok: not this rule
	}
	w.Write([]byte(next)) // ok
}

func backslash(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if strings.HasPrefix(next, "/") && !strings.HasPrefix(next, "//") && !strings.HasPrefix(next, `/\`) {
		http.Redirect(w, r, next, http.StatusSeeOther) // ok: not sure
	}
}

func backslashByte(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if strings.HasPrefix(next, "/") && len(next) > 1 && next[1] != '/' && next[1] != '\\' {
		http.Redirect(w, r, next, http.StatusSeeOther) // ok: not sure
	}
}

func judged(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if strings.HasPrefix(next, "/") && isLocal(next) {
		http.Redirect(w, r, next, http.StatusSeeOther) // ok: not sure
	}
}

func completed(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if !strings.HasPrefix(next, "/") {
		next = "/" + next
	}
	http.Redirect(w, r, next, http.StatusSeeOther) // ok: assigned twice
}

func isLocal(string) bool { return true }
