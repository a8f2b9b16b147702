package urlpattern

// Component is a component of a URL, for which a pattern has a pattern string. The zero Component is [Protocol].
type Component uint8

// The components, in the order of a URL.
const (
	Protocol Component = iota // without the ":"
	Username
	Password
	Hostname // an IPv6 address is in brackets
	Port     // "" stands for the scheme's default port
	Pathname
	Search // without the "?"
	Hash   // without the "#"

	// BaseURL is not a component. It is a key of an [Init], and stands for the base URL in an [Error].
	BaseURL
)

// String returns the standard's name of the component, such as "pathname".
func (c Component) String() string {
	if c > BaseURL {
		return "component"
	}
	return componentNames[c]
}

var componentNames = [...]string{"protocol", "username", "password", "hostname", "port", "pathname", "search", "hash", "baseURL"}

// noComponent is the component of an [Error] that is about none, or about all.
const noComponent = BaseURL + 1
