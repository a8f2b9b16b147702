// Runs the vectors of a file of web-platform-tests. The value of this script is a function that returns the results as
// JSON: for each vector its name, and a message that is empty if the vector passes.
"use strict";
(() => {
  let results;
  const test = (name, f) => {
    let message = "";
    try {
      f();
    } catch (e) {
      message = String(e) || "unknown error";
    }
    results.push({ name, message });
  };
  const equal = (got, want, what) => {
    if (got !== want) {
      throw new Error(`${what} is ${JSON.stringify(got)}, want ${JSON.stringify(want)}`);
    }
  };
  const throws = f => {
    try {
      f();
    } catch (e) {
      if (e instanceof TypeError) {
        return;
      }
      throw e;
    }
    throw new Error("no TypeError");
  };

  const getters = ["href", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"];
  const argumentsOf = ({ input, base }) => base === null || base === undefined ? [input] : [input, base];

  function parse(vector) {
    const args = argumentsOf(vector);
    if (vector.failure) {
      throws(() => new URL(...args));
      return;
    }
    const url = new URL(...args);
    for (const name of getters) {
      equal(url[name], vector[name], name);
    }
    if ("searchParams" in vector) {
      equal(url.searchParams.toString(), vector.searchParams, "searchParams");
    }
  }

  function parseStatically(vector) {
    const args = argumentsOf(vector);
    equal(URL.canParse(...args), !vector.failure, "canParse");
    equal(URL.parse(...args)?.href, vector.failure ? undefined : vector.href, "href");
  }

  // A character that ends a host is percent-encoded, so that it is a part of the host that the parser gets.
  const hostIn = input => input.replace(/[:/?#\\]/g, encodeURIComponent);

  function domain({ input, output }) {
    const href = `https://${hostIn(input)}/x`;
    if (output === null) {
      throws(() => new URL(href));
      return;
    }
    const url = new URL(href);
    equal(url.host, output, "host");
    equal(url.hostname, output, "hostname");
    equal(url.pathname, "/x", "pathname");
    equal(url.href, `https://${output}/x`, "href");
  }

  const components = ["protocol", "username", "password", "hostname", "port", "pathname", "search", "hash"];
  const own = (object, name) => typeof object === "object" && object !== null && Object.hasOwn(object, name);

  // wantedString returns the pattern string of a component that a vector does not give.
  function wantedString({ pattern, exactly_empty_components: empty }, component) {
    const [init, base] = pattern;
    if (empty?.includes(component)) {
      return "";
    }
    if (own(init, component) && init[component] !== "") {
      return init[component];
    }
    const order = ["protocol", "hostname", "port", "pathname", "search", "hash"];
    const place = order.indexOf(component);
    const href = own(init, "baseURL") ? init.baseURL : typeof base === "string" ? base : undefined;
    if (place < 0 || href === undefined || order.slice(0, place).some(earlier => own(init, earlier))) {
      return "*";
    }
    const value = new URL(href)[component];
    switch (component) {
      case "protocol":
        return value.slice(0, -1);
      case "search":
      case "hash":
        return value.slice(1);
    }
    return value;
  }

  function match(vector) {
    if (vector.expected_obj === "error") {
      throws(() => new URLPattern(...vector.pattern));
      return;
    }
    const pattern = new URLPattern(...vector.pattern);
    for (const component of components) {
      const want = own(vector.expected_obj, component) ? vector.expected_obj[component] : wantedString(vector, component);
      equal(pattern[component], want, component);
    }
    if (vector.expected_match === "error") {
      throws(() => pattern.test(...vector.inputs));
      throws(() => pattern.exec(...vector.inputs));
      return;
    }
    const inputs = vector.inputs ?? [];
    equal(pattern.test(...inputs), Boolean(vector.expected_match), "test");
    const result = pattern.exec(...inputs);
    if (!vector.expected_match) {
      equal(result, null, "exec");
      return;
    }
    const order = ["baseURL", "hash", "hostname", "password", "pathname", "port", "protocol", "search", "username"];
    const sorted = o => typeof o === "object" ? JSON.stringify(o, order) : o;
    const wantedInputs = vector.expected_match.inputs ?? inputs;
    equal(JSON.stringify(result.inputs.map(sorted)), JSON.stringify(wantedInputs.map(sorted)), "inputs");
    for (const component of components) {
      const isEmpty = vector.exactly_empty_components?.includes(component);
      const want = vector.expected_match[component] ?? { input: "", groups: isEmpty ? {} : { 0: "" } };
      const { input, groups } = result[component];
      equal(input, want.input, `input of ${component}`);
      equal(Object.keys(groups).sort().join(), Object.keys(want.groups).sort().join(), `groups of ${component}`);
      for (const name of Object.keys(groups)) {
        equal(groups[name], want.groups[name] ?? undefined, `group ${name} of ${component}`);
      }
    }
  }

  const kinds = {
    parser(vectors) {
      for (const vector of vectors) {
        test(`${argumentsOf(vector)}`, () => parse(vector));
      }
    },
    statics(vectors) {
      for (const vector of vectors) {
        test(`${argumentsOf(vector)}`, () => parseStatically(vector));
      }
    },
    origin(vectors) {
      for (const vector of vectors.filter(v => "origin" in v)) {
        test(`${argumentsOf(vector)}`, () => equal(new URL(...argumentsOf(vector)).origin, vector.origin, "origin"));
      }
    },
    setters({ comment, ...attributes }) {
      for (const [attribute, vectors] of Object.entries(attributes)) {
        for (const { href, new_value: value, expected } of vectors) {
          test(`${attribute} of ${href} = ${value}`, () => {
            const url = new URL(href);
            url[attribute] = value;
            for (const [name, want] of Object.entries(expected)) {
              equal(url[name], want, name);
            }
          });
        }
      }
    },
    domains(vectors) { // a URL needs a host
      for (const vector of vectors.filter(v => v.input !== "")) {
        test(vector.input, () => domain(vector));
      }
    },
    hosts(vectors) {
      for (const { input, output } of vectors) {
        for (const attribute of ["host", "hostname"]) {
          test(`${attribute} = ${input}`, () => {
            const url = new URL("https://x/x");
            url[attribute] = hostIn(input);
            equal(url[attribute], output ?? "x", attribute);
          });
        }
      }
    },
    queries(vectors) {
      for (const { input, output } of vectors) {
        test(input, () => equal(new URL(`https://doc.invalid/?${input}`).search, `?${output["utf-8"]}`, "search"));
      }
    },
    patterns(vectors) {
      for (const vector of vectors) {
        test(JSON.stringify([vector.pattern, vector.inputs]), () => match(vector));
      }
    }
  };
  return (kind, text) => {
    results = [];
    kinds[kind](JSON.parse(text).filter?.(v => typeof v !== "string") ?? JSON.parse(text));
    return JSON.stringify(results);
  };
})();
