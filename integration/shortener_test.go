package integration

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/weburl-go/url"
)

// A link shortener keeps URLs in a database, and speaks JSON. A URL is a field and a column, as a string is, and always
// one that parses. Two spellings of a URL get one short link.

type shortener struct {
	home url.URL
	db   *sql.DB // with CREATE TABLE links (id INTEGER PRIMARY KEY, target TEXT UNIQUE)
}

type link struct {
	Target url.URL `json:"target"`
	Short  url.URL `json:"short,omitzero"`
}

func (s *shortener) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /links", s.create)
	mux.HandleFunc("GET /{id}", s.follow)
	return mux
}

func (s *shortener) create(w http.ResponseWriter, r *http.Request) {
	var l link
	if err := json.NewDecoder(r.Body).Decode(&l); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if scheme := l.Target.Scheme(); scheme != "http" && scheme != "https" { // nor is it the zero URL
		http.Error(w, "not a link to the web", http.StatusBadRequest)
		return
	}
	var id int64
	const insert = "INSERT INTO links (target) VALUES (?) ON CONFLICT DO UPDATE SET target = target RETURNING id"
	err := s.db.QueryRowContext(r.Context(), insert, l.Target).Scan(&id)
	if err == nil {
		l.Short, err = s.home.AppendSegments(strconv.FormatInt(id, 36))
	}
	if err != nil {
		http.Error(w, "no short link", http.StatusInternalServerError)
		return
	}
	json.NewEncoder(w).Encode(l)
}

func (s *shortener) follow(w http.ResponseWriter, r *http.Request) {
	var target url.URL
	id, err := strconv.ParseInt(r.PathValue("id"), 36, 64)
	if err == nil {
		err = s.db.QueryRowContext(r.Context(), "SELECT target FROM links WHERE id = ?", id).Scan(&target)
	}
	if err != nil {
		http.NotFound(w, r)
		return
	}
	http.Redirect(w, r, target.Href(), http.StatusFound)
}

func TestShortener(t *testing.T) {
	db := openDB(t, "TEXT")
	if _, err := db.Exec("CREATE TABLE links (id INTEGER PRIMARY KEY, target TEXT UNIQUE)"); err != nil {
		t.Fatal(err)
	}
	handler := (&shortener{url.MustParse("https://s.example/"), db}).handler()
	post := func(body string) (int, string) {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest("POST", "/links", strings.NewReader(body)))
		return w.Code, strings.TrimSpace(w.Body.String())
	}
	for _, test := range []struct{ target, want string }{
		{`https://BÜCHER.example:443/a b|`, `200 {"target":"https://xn--bcher-kva.example/a%20b|","short":"https://s.example/1"}`},
		{`http://example.com/#100%`, `200 {"target":"http://example.com/#100%","short":"https://s.example/2"}`},
		{`https://xn--bcher-kva.example/x/../a%20b|`, `200 {"target":"https://xn--bcher-kva.example/a%20b|","short":"https://s.example/1"}`},
		{`javascript:alert(1)`, `400 not a link to the web`},
		{``, `400 not a link to the web`},
		{`/relative`, `400 url: UnmarshalText "/relative": missing-scheme-non-relative-URL at byte 0`},
	} {
		body, _ := json.Marshal(map[string]string{"target": test.target})
		if status, got := post(string(body)); fmt.Sprint(status, " ", got) != test.want {
			t.Errorf("%s: %d %s, want %s", body, status, got, test.want)
		}
	}
	for path, want := range map[string]string{"/1": "https://xn--bcher-kva.example/a%20b|", "/2": "http://example.com/#100%", "/3": "", "/!": ""} {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if got := w.Header().Get("Location"); got != want {
			t.Errorf("%s: status %d, Location: %s, want %s", path, w.Code, got, want)
		}
	}
}
