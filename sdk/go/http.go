package pixgateway

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var (
	keyForm = regexp.MustCompile(`^[A-Za-z0-9_-]{8,128}$`)
	idForm  = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)
)

type api struct {
	baseURL      string
	clientID     string
	clientSecret string
	settings     settings
}

// request is one call. The parts of its path are texts and, at odd places, ids.
type request struct {
	method string
	path   []string
	// A struct with the filters, or a map.
	query any
	body  any
	// The media type of the answer, when it is not JSON.
	accept string
	// The operation takes an Idempotency-Key.
	isKeyed bool
	// Repeating the request changes nothing more.
	isRepeatable bool
	lastEventID  string
}

func newRequest(method string, path ...string) request {
	return request{method: method, path: path}
}

func sendJSON[T any](ctx context.Context, a *api, call request, options []Option) (*T, error) {
	content, err := a.send(ctx, call, options)
	if err != nil {
		return nil, err
	}
	return decode[T](content)
}

// settle reads the resource that a call changes again while its status is "advancing".
func settle[T any](ctx context.Context, a *api, call request, options []Option) (*T, error) {
	content, err := a.send(ctx, call, options)
	// "/v1/test/clocks", id, "/advance"
	read := newRequest("GET", call.path[:len(call.path)-1]...)
	for retry := 1; err == nil; retry++ {
		var state struct {
			Status string `json:"status"`
		}
		if err = json.Unmarshal(content, &state); err != nil || state.Status != "advancing" {
			break
		}
		if err = a.settings.with(options).pause(ctx, retry, nil); err == nil {
			content, err = a.send(ctx, read, options)
		}
	}
	if err != nil {
		return nil, err
	}
	return decode[T](content)
}

func decode[T any](content []byte) (*T, error) {
	result := new(T)
	if err := json.Unmarshal(content, result); err != nil {
		return nil, fmt.Errorf("pix-gateway: resposta de forma desconhecida: %w", err)
	}
	return result, nil
}

// send gives the body of the answer, after as many attempts as are safe. Its errors are *APIError,
// *ConnectionError, also when the context ends, and ErrInvalidArgument.
func (a *api) send(ctx context.Context, call request, options []Option) ([]byte, error) {
	settings := a.settings.with(options)
	key := ""
	if call.isKeyed {
		key = settings.idempotencyKey
		if key == "" {
			key = rand.Text()
		}
		if !keyForm.MatchString(key) {
			return nil, fmt.Errorf("%w: a chave deve ter de 8 a 128 letras, dígitos, \"_\" ou \"-\"",
				ErrInvalidArgument)
		}
	}
	isRepeatable := call.method == http.MethodGet || call.isKeyed || call.isRepeatable
	for retry := 1; ; retry++ {
		content, err := a.attempt(ctx, call, key, settings)
		if err == nil {
			return content, nil
		}
		// The gateway may have handled the request: the key must not be lost.
		if ctx.Err() != nil {
			return nil, connectionError(ctx.Err(), key)
		}
		if retry > settings.maxRetries || !mayRetry(err, isRepeatable) {
			return nil, err
		}
		if err := settings.pause(ctx, retry, err); err != nil {
			return nil, connectionError(err, key)
		}
	}
}

func (a *api) attempt(
	ctx context.Context, call request, key string, settings settings,
) ([]byte, error) {
	limited, cancel := context.WithTimeout(ctx, settings.timeout)
	defer cancel()
	answer, err := a.open(limited, call, key, settings)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, connectionError(err, key)
	}
	// An answer that was cut off, or that a proxy gave, is no answer.
	if call.accept == "" && answer.StatusCode != http.StatusNoContent && !json.Valid(content) {
		return nil, connectionError(errors.New("o corpo da resposta não é um JSON inteiro"), key)
	}
	if settings.answer != nil {
		settings.answer.RequestID = answer.Header.Get("X-Request-Id")
		settings.answer.IsReplayed = answer.Header.Get("Idempotency-Replayed") == "true"
	}
	return content, nil
}

// open sends a request once, and gives an answer that is a success.
func (a *api) open(
	ctx context.Context, call request, key string, settings settings,
) (*http.Response, error) {
	sent, err := a.write(ctx, call)
	if err != nil {
		return nil, err
	}
	if key != "" {
		sent.Header.Set("Idempotency-Key", key)
	}
	client := *settings.httpClient
	// A redirect would send the secret to another address.
	client.CheckRedirect = func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}
	answer, err := client.Do(sent)
	if err != nil {
		return nil, connectionError(err, key)
	}
	if answer.StatusCode < 200 || answer.StatusCode > 299 {
		defer answer.Body.Close()
		return nil, refusalOf(answer, key)
	}
	return answer, nil
}

func (a *api) write(ctx context.Context, call request) (*http.Request, error) {
	path, err := pathOf(call.path)
	if err != nil {
		return nil, err
	}
	query, err := queryOf(call.query)
	if err != nil {
		return nil, err
	}
	var body io.Reader
	if call.body != nil {
		content, err := json.Marshal(call.body)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrInvalidArgument, err)
		}
		body = bytes.NewReader(content)
	}
	sent, err := http.NewRequestWithContext(ctx, call.method, a.baseURL+path+query, body)
	if err != nil {
		return nil, fmt.Errorf("%w: o endereço do gateway não serve", ErrInvalidArgument)
	}
	sent.Header.Set("client-id", a.clientID)
	sent.Header.Set("client-secret", a.clientSecret)
	sent.Header.Set("User-Agent", "pix-gateway-sdk-go/"+Version)
	sent.Header.Set("Accept", "application/json")
	if call.accept != "" {
		sent.Header.Set("Accept", call.accept)
	}
	if body != nil {
		sent.Header.Set("Content-Type", "application/json")
	}
	if call.lastEventID != "" {
		sent.Header.Set("Last-Event-ID", call.lastEventID)
	}
	return sent, nil
}

func pathOf(parts []string) (string, error) {
	for index, part := range parts {
		if index%2 == 1 && !idForm.MatchString(part) {
			return "", fmt.Errorf("%w: identificador %q", ErrInvalidArgument, part)
		}
	}
	joined := ""
	for index, part := range parts {
		if index%2 == 1 {
			part = "/" + part
		}
		joined += part
	}
	return joined, nil
}

func queryOf(filters any) (string, error) {
	fields, err := fieldsOf(filters)
	if err != nil || len(fields) == 0 {
		return "", err
	}
	query := url.Values{}
	for name, value := range fields {
		if value != nil {
			query.Set(name, fmt.Sprint(value))
		}
	}
	if len(query) == 0 {
		return "", nil
	}
	return "?" + query.Encode(), nil
}

// fieldsOf gives the fields of a struct of filters by their names in the API.
func fieldsOf(filters any) (map[string]any, error) {
	fields := map[string]any{}
	if filters == nil {
		return fields, nil
	}
	content, err := json.Marshal(filters)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInvalidArgument, err)
	}
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.UseNumber()
	return fields, decoder.Decode(&fields)
}

func imageType(format string) string {
	if format == "svg" {
		return "image/svg+xml"
	}
	return "image/png"
}

func refusalOf(answer *http.Response, key string) *APIError {
	var body struct {
		Code    string        `json:"code"`
		Message string        `json:"message"`
		Details []ErrorDetail `json:"details"`
	}
	content, err := io.ReadAll(answer.Body)
	if err == nil {
		// The body of another server stays unread.
		_ = json.Unmarshal(content, &body)
	}
	if body.Code == "" {
		body.Code = "unexpected_response"
	}
	if body.Message == "" {
		body.Message = fmt.Sprintf("O gateway respondeu %d.", answer.StatusCode)
	}
	seconds, _ := strconv.Atoi(strings.TrimSpace(answer.Header.Get("Retry-After")))
	return &APIError{
		Status:         answer.StatusCode,
		Code:           body.Code,
		Message:        body.Message,
		Details:        body.Details,
		RequestID:      answer.Header.Get("X-Request-Id"),
		RetryAfter:     time.Duration(max(seconds, 0)) * time.Second,
		IdempotencyKey: key,
	}
}

func connectionError(cause error, key string) *ConnectionError {
	isTimeout := errors.Is(cause, context.DeadlineExceeded)
	return &ConnectionError{IdempotencyKey: key, isTimeout: isTimeout, cause: cause}
}
