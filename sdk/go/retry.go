package pixgateway

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

const (
	pauseMax      = 8 * time.Second
	retryAfterMax = time.Minute
)

// mayRetry says whether a failed request may be sent again. With isRepeatable (reads, requests with
// an Idempotency-Key) also when its result is unknown; otherwise only when it was not handled.
func mayRetry(err error, isRepeatable bool) bool {
	var refusal *APIError
	if !errors.As(err, &refusal) {
		var lost *ConnectionError
		return isRepeatable && errors.As(err, &lost)
	}
	if refusal.RetryAfter > retryAfterMax {
		return false
	}
	if refusal.Status == 429 {
		return true
	}
	switch refusal.Status {
	case 500, 502, 503, 504:
		return isRepeatable
	}
	return isRepeatable && refusal.Code == CodeIdempotencyInProgress
}

// pause waits before the retry of a number from 1 on: twice as long each time, by chance down to
// half of that, and never shorter than Retry-After.
func (s settings) pause(ctx context.Context, retry int, err error) error {
	longest := s.retryDelay
	for ; retry > 1 && longest < pauseMax; retry-- {
		longest *= 2
	}
	longest = min(longest, pauseMax)
	pause := longest/2 + time.Duration(rand.Int64N(int64(longest/2)+1))
	var refusal *APIError
	if errors.As(err, &refusal) {
		pause = max(pause, refusal.RetryAfter)
	}
	return s.sleep(ctx, pause)
}

func sleepFor(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
