package exhaustive

import (
	"runtime"
	"sync/atomic"
	"testing"
)

// TestYield: on one thread, a Yield lets the others run in WebAssembly, and hardly ever
// elsewhere.
func TestYield(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	const rounds = 100
	var ran atomic.Int64
	all := 0 // rounds in which the others ran
	for i := range rounds {
		go ran.Add(1)
		if Yield(); ran.Load() == int64(i+1) {
			all++
		}
	}
	if all > rounds/2 != (runtime.GOARCH == "wasm") {
		t.Errorf("the others run at %d of %d yields", all, rounds)
	}
}
