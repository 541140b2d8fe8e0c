package pixgateway

import (
	"bufio"
	"context"
	"errors"
	"io"
	"iter"
	"strings"
	"time"
)

// The gateway writes something every 15 seconds.
const silenceMax = 45 * time.Second

// message is what a stream sends at once; without data it only says where the stream is.
type message struct {
	id      string
	data    string
	hasData bool
}

// follow yields the items of a stream when they happen. The first connection is tried as a read;
// then it connects again for ever, from the last item on. An error is the last thing that it yields.
func follow[T any](
	ctx context.Context, a *api, call request, options []Option,
) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		settings := a.settings.with(options)
		call.accept = "text/event-stream"
		failures := 0
		for {
			isLeft := false
			err := a.connect(ctx, call, settings, func(got message) (bool, error) {
				failures = 0
				// The gateway begins with the id of the newest event, so that a connection that
				// breaks before its first event does not skip any either.
				if got.id != "" {
					call.lastEventID = got.id
				}
				if !got.hasData {
					return true, nil
				}
				item, err := decode[T]([]byte(got.data))
				if err != nil {
					return false, err
				}
				isLeft = !yield(*item, nil)
				return !isLeft, nil
			})
			if isLeft {
				return
			}
			isLost := err == nil || mayRetry(err, true)
			hasBegun := call.lastEventID != "" || failures < settings.maxRetries
			if ctx.Err() == nil && isLost && hasBegun {
				failures++
				err = settings.pause(ctx, failures, err)
				if err == nil {
					continue
				}
			}
			if ctx.Err() != nil {
				err = ctx.Err()
			}
			var none T
			yield(none, err)
			return
		}
	}
}

// connect reads one connection until it ends, or until take is false.
func (a *api) connect(
	ctx context.Context, call request, settings settings, take func(message) (bool, error),
) error {
	connection, cancel := context.WithCancel(ctx)
	defer cancel()
	silence := time.AfterFunc(settings.timeout, cancel)
	defer silence.Stop()
	answer, err := a.open(connection, call, "", settings)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	reader := bufio.NewReader(answer.Body)
	for {
		silence.Reset(silenceMax)
		got, err := readMessage(reader)
		if err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return connectionError(err, "")
		}
		if goesOn, err := take(got); err != nil || !goesOn {
			return err
		}
	}
}

func readMessage(reader *bufio.Reader) (message, error) {
	var found message
	var data []string
	for {
		line, err := reader.ReadString('\n')
		if err != nil {
			return found, err
		}
		line = strings.TrimRight(line, "\r\n")
		if line == "" {
			found.data = strings.Join(data, "\n")
			found.hasData = len(data) > 0
			return found, nil
		}
		name, content, _ := strings.Cut(line, ":")
		content = strings.TrimPrefix(content, " ")
		switch name {
		case "id":
			found.id = content
		case "data":
			data = append(data, content)
		}
	}
}
