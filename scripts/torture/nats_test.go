//go:build !js

package torture

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// natsConfig names the variable with the configuration file of a NATS server. The program of
// these tests is that server where it is set, so that it can be killed.
const natsConfig = "BANCHESS_TORTURE_NATS"

func TestMain(m *testing.M) {
	if file := os.Getenv(natsConfig); file != "" {
		fmt.Fprintln(os.Stderr, serveNATS(file))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// serveNATS is a NATS server until it is killed. It returns only with an error.
func serveNATS(file string) error {
	options, err := server.ProcessConfigFile(file)
	if err != nil {
		return err
	}
	options.NoLog = true
	s, err := server.NewServer(options)
	if err != nil {
		return err
	}
	s.Start()
	s.WaitForShutdown()
	return fmt.Errorf("the NATS server has ended")
}

// cluster is three NATS servers.
type cluster struct {
	ports   [3]int
	configs [3]string
	servers [3]*exec.Cmd
}

func newCluster(dir string) (*cluster, error) {
	c := &cluster{}
	var routes []string
	var ports [6]int
	for i := range ports {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close()
		ports[i] = l.Addr().(*net.TCPAddr).Port
		if i >= 3 {
			routes = append(routes, fmt.Sprintf("nats://127.0.0.1:%d", ports[i]))
		}
	}
	for i := range c.configs {
		c.ports[i] = ports[i]
		c.configs[i] = filepath.Join(dir, fmt.Sprintf("nats%d.conf", i))
		config := fmt.Sprintf("server_name: n%d\nlisten: 127.0.0.1:%d\njetstream { store_dir: %q }\ncluster { name: banchess, listen: 127.0.0.1:%d, routes: [ %s ] }\n",
			i, ports[i], filepath.Join(dir, fmt.Sprint("nats", i)), ports[i+3], strings.Join(routes, ", "))
		if err := os.WriteFile(c.configs[i], []byte(config), 0o600); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// start starts a server, and returns when it listens.
func (c *cluster) start(ctx context.Context, i int) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	s := exec.CommandContext(ctx, program)
	s.Env = append(os.Environ(), natsConfig+"="+c.configs[i])
	s.Stderr = os.Stderr
	if err := s.Start(); err != nil {
		return err
	}
	c.servers[i] = s
	for {
		conn, err := net.Dial("tcp", fmt.Sprint("127.0.0.1:", c.ports[i]))
		if err == nil {
			return conn.Close()
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("NATS does not start: %w", err)
		case <-time.After(10 * time.Millisecond): // between two attempts to connect
		}
	}
}

// kill ends a server at once.
func (c *cluster) kill(i int) {
	if c.servers[i] != nil {
		_ = c.servers[i].Process.Kill()
		_ = c.servers[i].Wait()
	}
}

func (c *cluster) urls() string {
	var all []string
	for _, port := range c.ports {
		all = append(all, fmt.Sprint("nats://127.0.0.1:", port))
	}
	return strings.Join(all, ",")
}
