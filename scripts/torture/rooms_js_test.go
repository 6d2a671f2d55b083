package torture

import "testing"

// A browser serves no rooms.
func native(*testing.T) []row { return nil }
