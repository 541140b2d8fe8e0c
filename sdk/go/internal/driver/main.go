// Command driver runs the calls of sdk/behaviours.json: one call a line in, one outcome a line out.
// The protocol is the one of sdk/typescript/test/driver.ts.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"strings"
	"time"

	pix "pix-gateway.internal/sdk"
)

type command struct {
	Client  map[string]any    `json:"client"`
	Call    string            `json:"call"`
	Args    []json.RawMessage `json:"args"`
	Options map[string]any    `json:"options"`
	Take    int               `json:"take"`
}

type outcome map[string]any

func main() {
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(nil, 1<<24)
	for input.Scan() {
		waits := []float64{}
		told, err := run(input.Bytes(), &waits)
		if err != nil {
			told = outcome{"error": describe(err)}
		}
		told["waits"] = waits
		if err := json.NewEncoder(os.Stdout).Encode(told); err != nil {
			panic(err)
		}
	}
}

func run(line []byte, waits *[]float64) (outcome, error) {
	var given command
	if err := json.Unmarshal(line, &given); err != nil {
		return nil, err
	}
	if strings.HasPrefix(given.Call, "webhooks.") {
		return verify(given)
	}
	var facts pix.Answer
	options, err := optionsOf(given.Client)
	if err != nil {
		return nil, err
	}
	sleep := func(_ context.Context, pause time.Duration) error {
		*waits = append(*waits, pause.Seconds())
		return nil
	}
	options = append(options, pix.WithSleep(sleep))
	text := func(name string) string { return fmt.Sprint(given.Client[name]) }
	client, err := pix.New(text("base_url"), text("client_id"), text("client_secret"), options...)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	method, err := methodOf(client, given.Call)
	if err != nil {
		return nil, err
	}
	arguments, err := argumentsOf(method.Type(), given)
	if err != nil {
		return nil, err
	}
	callOptions, err := optionsOf(given.Options)
	if err != nil {
		return nil, err
	}
	for _, option := range append(callOptions, pix.WithAnswer(&facts)) {
		arguments = append(arguments, reflect.ValueOf(option))
	}
	results := method.Call(arguments)
	if method.Type().NumOut() == 1 && results[0].Kind() == reflect.Func {
		return collect(results[0], given.Take)
	}
	if err, isError := results[len(results)-1].Interface().(error); isError {
		return nil, err
	}
	told := outcome{"result": nil, "answer": map[string]any{
		"request_id": facts.RequestID, "is_replayed": facts.IsReplayed,
	}}
	if len(results) == 2 {
		told["result"] = results[0].Interface()
		if content, isBytes := told["result"].([]byte); isBytes {
			told["result"] = map[string]any{"base64": content}
		}
	}
	return told, nil
}

// methodOf finds charges.qr_image as the method QRImage of the field Charges.
func methodOf(client *pix.Client, call string) (reflect.Value, error) {
	found := reflect.ValueOf(client)
	names := strings.Split(call, ".")
	for index, name := range names {
		name = strings.ReplaceAll(name, "_", "")
		isName := func(other string) bool { return strings.EqualFold(other, name) }
		if index == len(names)-1 {
			kind := found.Type()
			for at := range kind.NumMethod() {
				if isName(kind.Method(at).Name) {
					return found.Method(at), nil
				}
			}
		} else {
			found = found.Elem().FieldByNameFunc(isName)
		}
		if !found.IsValid() {
			break
		}
	}
	return found, fmt.Errorf("the SDK has no %s", call)
}

// argumentsOf reads the arguments as the types of a method's parameters; missing ones are empty.
func argumentsOf(method reflect.Type, given command) ([]reflect.Value, error) {
	arguments := []reflect.Value{reflect.ValueOf(context.Background())}
	// The first is the context, the last are the options.
	for at := 1; at < method.NumIn()-1; at++ {
		value := reflect.New(method.In(at))
		if at <= len(given.Args) {
			if err := json.Unmarshal(given.Args[at-1], value.Interface()); err != nil {
				return nil, fmt.Errorf("%w: %w", pix.ErrInvalidArgument, err)
			}
		} else if format, isText := given.Options["format"].(string); isText {
			value.Elem().SetString(format)
		}
		arguments = append(arguments, value.Elem())
	}
	return arguments, nil
}

func collect(items reflect.Value, take int) (outcome, error) {
	found := []any{}
	var failed error
	for item, err := range items.Seq2() {
		if failed, _ = err.Interface().(error); failed != nil {
			break
		}
		found = append(found, item.Interface())
		if len(found) == take {
			break
		}
	}
	return outcome{"result": found}, failed
}

func optionsOf(given map[string]any) ([]pix.Option, error) {
	options := []pix.Option{}
	for name, value := range given {
		number, _ := value.(float64)
		duration := time.Duration(number * float64(time.Second))
		switch name {
		case "max_retries":
			options = append(options, pix.WithMaxRetries(int(number)))
		case "timeout_seconds":
			options = append(options, pix.WithTimeout(duration))
		case "retry_delay_seconds":
			options = append(options, pix.WithRetryDelay(duration))
		case "idempotency_key":
			options = append(options, pix.WithIdempotencyKey(fmt.Sprint(value)))
		case "client_id", "client_secret", "base_url", "format":
		default:
			return nil, fmt.Errorf("the SDK has no option %s", name)
		}
	}
	return options, nil
}

func verify(given command) (outcome, error) {
	var body struct {
		Base64 []byte `json:"base64"`
		ID     any    `json:"id"`
	}
	isRead := json.Unmarshal(given.Args[0], &body) != nil || body.Base64 == nil
	var secret string
	if err := json.Unmarshal(given.Args[2], &secret); err != nil {
		return nil, err
	}
	var options []pix.VerifyOption
	for name, value := range given.Options {
		seconds, isNumber := value.(float64)
		// The compiler refuses another type.
		isRead = isRead || !isNumber
		if name == "tolerance_seconds" {
			limit := time.Duration(seconds * float64(time.Second))
			options = append(options, pix.WithTolerance(limit))
		} else {
			options = append(options, pix.WithNow(time.UnixMilli(int64(seconds*1000))))
		}
	}
	if secret != "" && isRead {
		return nil, pix.ErrInvalidArgument
	}
	event, err := verifyBy(given, body.Base64, secret, options)
	if err != nil {
		return nil, err
	}
	// The event must be what was signed.
	var kept map[string]any
	if err := json.Unmarshal(body.Base64, &kept); err != nil {
		return nil, err
	}
	if event.ID != kept["id"] || event.Event != kept["event"] {
		return nil, fmt.Errorf("another event: %v", event)
	}
	return outcome{"result": kept}, nil
}

func verifyBy(
	given command, body []byte, secret string, options []pix.VerifyOption,
) (*pix.WebhookEvent, error) {
	if given.Call == "webhooks.verify" {
		var header *string
		if err := json.Unmarshal(given.Args[1], &header); err != nil {
			return nil, err
		}
		if header == nil {
			header = pix.Ptr("")
		}
		return pix.VerifyWebhook(body, *header, secret, options...)
	}
	var headers map[string]string
	if err := json.Unmarshal(given.Args[1], &headers); err != nil {
		return nil, err
	}
	header := http.Header{}
	for name, value := range headers {
		header.Set(name, value)
	}
	return pix.VerifyStandardWebhook(body, header, secret, options...)
}

// classes are the errors that errors.Is knows, by their names in the specification.
var classes = map[string]error{
	"InvalidArgument":     pix.ErrInvalidArgument,
	"Authentication":      pix.ErrAuthentication,
	"PermissionDenied":    pix.ErrPermissionDenied,
	"NotFound":            pix.ErrNotFound,
	"Conflict":            pix.ErrConflict,
	"Idempotency":         pix.ErrIdempotency,
	"InvalidRequest":      pix.ErrInvalidRequest,
	"InsufficientBalance": pix.ErrInsufficientBalance,
	"RateLimit":           pix.ErrRateLimit,
	"Server":              pix.ErrServer,
}

// order is that of the specification: the narrower class comes first.
var order = []string{
	"Idempotency", "InsufficientBalance", "Authentication", "PermissionDenied", "NotFound",
	"Conflict", "InvalidRequest", "RateLimit", "Server", "InvalidArgument",
}

func describe(err error) outcome {
	found := outcome{"message": err.Error()}
	names := []string{}
	for _, name := range order {
		if errors.Is(err, classes[name]) {
			names = append(names, name)
		}
	}
	var refusal *pix.APIError
	var lost *pix.ConnectionError
	var refused *pix.WebhookError
	switch {
	case errors.As(err, &refusal):
		names = append(names, "Api", "PixGateway")
		found["status"] = refusal.Status
		found["code"] = refusal.Code
		found["gateway_message"] = refusal.Message
		found["details"] = refusal.Details
		found["request_id"] = refusal.RequestID
		found["retry_after_seconds"] = refusal.RetryAfter.Seconds()
		found["idempotency_key"] = refusal.IdempotencyKey
	case errors.As(err, &lost):
		if lost.Timeout() {
			names = append(names, "ApiTimeout")
		}
		names = append(names, "ApiConnection", "PixGateway")
		found["idempotency_key"] = lost.IdempotencyKey
	case errors.As(err, &refused):
		found["reason"] = refused.Reason
	}
	found["classes"] = names
	return found
}
