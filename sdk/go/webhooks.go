package pixgateway

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	tolerance    = 300 * time.Second
	secretPrefix = "whsec_"
	headerForm   = "o cabeçalho X-Service-Signature deve ter a forma t=<segundos>,v1=<hex>"
	standardForm = "faltam webhook-id, webhook-timestamp (segundos) ou webhook-signature (v1,<base64>)"
)

var secondsForm = regexp.MustCompile(`^[0-9]{1,12}$`)

// WebhookEvent é um evento, como o webhook o leva. Data é a cobrança, o saque ou outro recurso, como
// a tabela de eventos do guia diz: leia-o com Into.
type WebhookEvent struct {
	ID          string          `json:"id"`
	Event       string          `json:"event"`
	Environment string          `json:"environment"`
	Sequence    int64           `json:"sequence"`
	CreatedAt   string          `json:"created_at"`
	ResourceID  string          `json:"resource_id,omitempty"`
	Data        json.RawMessage `json:"data"`
}

// Into lê Data: var charge pixgateway.Charge; err := event.Into(&charge).
func (e WebhookEvent) Into(target any) error {
	return json.Unmarshal(e.Data, target)
}

// Os motivos de um WebhookError.
const (
	ReasonMalformedHeader           = "malformed_header"
	ReasonTimestampOutsideTolerance = "timestamp_outside_tolerance"
	ReasonSignatureMismatch         = "signature_mismatch"
	ReasonInvalidBody               = "invalid_body"
)

// WebhookError diz que o webhook não é autêntico: responda 401 e não o processe.
type WebhookError struct {
	Reason  string
	message string
}

func (e *WebhookError) Error() string {
	return "pix-gateway: " + e.message
}

type verification struct {
	tolerance time.Duration
	now       time.Time
}

// VerifyOption muda a verificação de um webhook.
type VerifyOption func(*verification)

// WithTolerance diz a diferença máxima entre a assinatura e o relógio. Padrão: 300 s.
func WithTolerance(limit time.Duration) VerifyOption {
	return func(v *verification) { v.tolerance = limit }
}

// WithNow diz o instante da verificação.
func WithNow(now time.Time) VerifyOption {
	return func(v *verification) { v.now = now }
}

// VerifyWebhook confere a assinatura de um webhook e devolve o evento. Body é o corpo exatamente
// como recebido, e header o valor de X-Service-Signature. Os erros são *WebhookError e
// ErrInvalidArgument.
func VerifyWebhook(
	body []byte, header, secret string, options ...VerifyOption,
) (*WebhookEvent, error) {
	at, digests := readHeader(header)
	if at == "" || len(digests) == 0 {
		return nil, refusedWebhook(secret, options, &WebhookError{ReasonMalformedHeader, headerForm})
	}
	return verify(body, secret, options, signature{at, at + ".", []byte(secret), digests})
}

// VerifyStandardWebhook confere a assinatura do Standard Webhooks (webhook-id, webhook-timestamp e
// webhook-signature) e devolve o evento. O segredo é o mesmo, como o gateway o mostrou.
func VerifyStandardWebhook(
	body []byte, header http.Header, secret string, options ...VerifyOption,
) (*WebhookEvent, error) {
	id := header.Get("webhook-id")
	at := header.Get("webhook-timestamp")
	var digests [][]byte
	for _, one := range strings.Split(header.Get("webhook-signature"), " ") {
		if text, isOurs := strings.CutPrefix(one, "v1,"); isOurs {
			digests = append(digests, fromBase64(text))
		}
	}
	if id == "" || !secondsForm.MatchString(at) || len(digests) == 0 {
		return nil, refusedWebhook(secret, options, &WebhookError{ReasonMalformedHeader, standardForm})
	}
	return verify(body, secret, options, signature{at, id + "." + at + ".", standardKey(secret), digests})
}

// signature is what a webhook's headers say, in either form.
type signature struct {
	at string
	// What was signed before the body.
	prefix  string
	key     []byte
	digests [][]byte
}

func verify(
	body []byte, secret string, options []VerifyOption, given signature,
) (*WebhookEvent, error) {
	settings, err := verificationOf(secret, options)
	if err != nil {
		return nil, err
	}
	mac := hmac.New(sha256.New, given.key)
	mac.Write([]byte(given.prefix))
	mac.Write(body)
	expected := mac.Sum(nil)
	isAuthentic := false
	for _, digest := range given.digests {
		isAuthentic = hmac.Equal(digest, expected) || isAuthentic
	}
	if !isAuthentic {
		return nil, &WebhookError{ReasonSignatureMismatch,
			"a assinatura não confere: o corpo mudou, ou o segredo é de outro webhook; veja pix verify"}
	}
	seconds, _ := strconv.ParseInt(given.at, 10, 64)
	age := settings.now.Unix() - seconds
	if max(age, -age) > int64(settings.tolerance/time.Second) {
		return nil, &WebhookError{ReasonTimestampOutsideTolerance,
			fmt.Sprintf("o instante da assinatura difere do relógio em mais de %v", settings.tolerance)}
	}
	event := new(WebhookEvent)
	if json.Unmarshal(body, event) != nil || event.ID == "" || event.Event == "" {
		return nil, &WebhookError{ReasonInvalidBody, "o corpo não é um evento em JSON"}
	}
	return event, nil
}

// refusedWebhook is the refusal, unless an argument is wrong.
func refusedWebhook(secret string, options []VerifyOption, refusal error) error {
	if _, err := verificationOf(secret, options); err != nil {
		return err
	}
	return refusal
}

func verificationOf(secret string, options []VerifyOption) (verification, error) {
	found := verification{tolerance: tolerance, now: time.Now()}
	for _, option := range options {
		option(&found)
	}
	if secret == "" {
		return found, fmt.Errorf("%w: o segredo do webhook está vazio", ErrInvalidArgument)
	}
	if found.tolerance < 0 {
		return found, fmt.Errorf("%w: a tolerância é negativa", ErrInvalidArgument)
	}
	return found, nil
}

// readHeader gives the time and the digests of X-Service-Signature; "" without exactly one time.
func readHeader(header string) (string, [][]byte) {
	var times []string
	var digests [][]byte
	for _, part := range strings.Split(header, ",") {
		name, value, _ := strings.Cut(part, "=")
		value = strings.TrimSpace(value)
		switch strings.TrimSpace(name) {
		case "t":
			times = append(times, value)
		case "v1":
			// Another text is a signature that is wrong.
			digest, err := hex.DecodeString(value)
			if err != nil {
				digest = nil
			}
			digests = append(digests, digest)
		}
	}
	if len(times) != 1 || !secondsForm.MatchString(times[0]) {
		return "", digests
	}
	return times[0], digests
}

// standardKey gives the bytes that a secret writes in base64; another secret is the key itself.
func standardKey(secret string) []byte {
	if text, hasPrefix := strings.CutPrefix(secret, secretPrefix); hasPrefix {
		if key := fromBase64(text); len(key) > 0 {
			return key
		}
	}
	return []byte(secret)
}

// fromBase64 gives nothing when the text is no base64 with its padding.
func fromBase64(text string) []byte {
	content, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil || base64.StdEncoding.EncodeToString(content) != text {
		return nil
	}
	return content
}
