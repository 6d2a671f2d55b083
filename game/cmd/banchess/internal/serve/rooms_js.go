package serve

import (
	"context"
	"errors"
	"net/http"

	"github.com/spf13/cobra"
)

// open fails: a browser listens to nobody.
func (Rooms) open(*cobra.Command, http.Handler) (http.Handler, func(context.Context) error, error) {
	return nil, nil, errors.New("there are no rooms here")
}
