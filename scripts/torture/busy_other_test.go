//go:build !unix

package torture

import "time"

var began = time.Now()

// busy is the time since the program began, where the processors' is not told.
func busy() time.Duration { return time.Since(began) }
