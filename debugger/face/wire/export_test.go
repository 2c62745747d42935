package wire

// What the tests of the manual need.
var (
	IsEmbedded = isEmbedded
	JSONName   = jsonName
)
