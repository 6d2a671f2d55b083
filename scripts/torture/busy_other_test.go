//go:build !unix

package torture

import "time"

var began = time.Now()

// busy returns the time since the program began, because the processor time is unknown here.
func busy() time.Duration { return time.Since(began) }
