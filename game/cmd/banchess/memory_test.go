package main

import (
	"bytes"
	"context"
	"runtime"
	"strings"
	"testing"

	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
)

// A command leaves neither its engines nor a goroutine behind, so that a program can run many.
func TestNothingIsLeft(t *testing.T) {
	play := func() {
		var out, errOut bytes.Buffer
		if code := run(context.Background(), []string{"play"}, strings.NewReader("quit\nhelp\nhelp\n"), &out, &errOut); code != cli.ExitDone {
			t.Fatalf("exit %d: %s", code, &errOut)
		}
	}
	play()
	began, before := runtime.NumGoroutine(), inUse()
	for range 4 {
		play()
	}
	for runtime.NumGoroutine() > began { // the last ones may be about to end
		runtime.Gosched()
	}
	if grown := inUse() - before; grown > 20<<20 {
		t.Errorf("%d MB more are in use after four games", grown>>20)
	}
}

// inUse returns the bytes that are in use.
func inUse() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
