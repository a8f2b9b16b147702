package urlpattern

// A Component is one of the components of a URL. A pattern has a pattern string for each of them. The zero Component is
// [Protocol].
type Component uint8

// These are the components, in the order they appear in a URL.
const (
	Protocol Component = iota // without the ":"
	Username
	Password
	Hostname // including the brackets of an IPv6 address
	Port     // "" means the default port of the scheme
	Pathname
	Search // without the "?"
	Hash   // without the "#"

	// BaseURL is not a component but a key of an [Init]. In an [Error], it stands for the base URL.
	BaseURL
)

// String returns the component's name in the standard, such as "pathname".
func (c Component) String() string {
	if c > BaseURL {
		return "component"
	}
	return componentNames[c]
}

var componentNames = [...]string{"protocol", "username", "password", "hostname", "port", "pathname", "search", "hash", "baseURL"}

// noComponent is the component of an [Error] that is about none, or about all.
const noComponent = BaseURL + 1
