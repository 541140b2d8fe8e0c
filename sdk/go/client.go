// Package pixgateway é o cliente da API do pix-gateway: cobranças, saques, devoluções, eventos e a
// verificação dos webhooks. Valores são centavos, em int64.
package pixgateway

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
)

const (
	maxRetries = 3
	timeout    = 30 * time.Second
	retryDelay = 500 * time.Millisecond
)

var credential = regexp.MustCompile(`^[!-~]+$`)

// Answer diz de que resposta veio um resultado.
type Answer struct {
	// RequestID é o que o suporte precisa.
	RequestID string
	// IsReplayed diz se o resultado repete o de outra requisição com a mesma chave.
	IsReplayed bool
}

type settings struct {
	maxRetries     int
	timeout        time.Duration
	retryDelay     time.Duration
	sleep          func(ctx context.Context, pause time.Duration) error
	httpClient     *http.Client
	idempotencyKey string
	answer         *Answer
}

// Option muda um cliente, em New, ou uma chamada.
type Option func(*settings)

// WithMaxRetries diz quantas vezes uma requisição é repetida. Padrão: 3.
func WithMaxRetries(times int) Option {
	return func(s *settings) { s.maxRetries = times }
}

// WithTimeout diz quanto cada tentativa espera pela resposta. Padrão: 30 s.
func WithTimeout(limit time.Duration) Option {
	return func(s *settings) { s.timeout = limit }
}

// WithRetryDelay diz a pausa antes da primeira repetição. Padrão: 0,5 s.
func WithRetryDelay(pause time.Duration) Option {
	return func(s *settings) { s.retryDelay = pause }
}

// WithHTTPClient usa outro http.Client, para um proxy ou um certificado próprio. Redirecionamentos
// continuam a não ser seguidos.
func WithHTTPClient(client *http.Client) Option {
	return func(s *settings) { s.httpClient = client }
}

// WithSleep substitui a espera entre as tentativas.
func WithSleep(sleep func(ctx context.Context, pause time.Duration) error) Option {
	return func(s *settings) { s.sleep = sleep }
}

// WithIdempotencyKey é a chave de uma operação, como o número do pedido: de 8 a 128 letras, dígitos,
// "_" ou "-". Sem ela o SDK cria uma.
func WithIdempotencyKey(key string) Option {
	return func(s *settings) { s.idempotencyKey = key }
}

// WithAnswer escreve em answer de que resposta o resultado veio.
func WithAnswer(answer *Answer) Option {
	return func(s *settings) { s.answer = answer }
}

// New cria o cliente de um gateway, com um par de chaves, cujo prefixo escolhe o ambiente. Ele serve
// a várias goroutines. O erro é ErrInvalidArgument quando um argumento não serve.
func New(baseURL, clientID, clientSecret string, options ...Option) (*Client, error) {
	given := map[string]string{"clientID": clientID, "clientSecret": clientSecret}
	for name, text := range given {
		// The error of net/http would show the secret.
		if !credential.MatchString(text) {
			return nil, fmt.Errorf("%w: %s está vazio ou tem um sinal que não cabe num cabeçalho",
				ErrInvalidArgument, name)
		}
	}
	address, err := url.Parse(baseURL)
	if err != nil || (address.Scheme != "http" && address.Scheme != "https") {
		return nil, fmt.Errorf("%w: baseURL deve ser um endereço http ou https", ErrInvalidArgument)
	}
	found := settings{
		maxRetries: maxRetries,
		timeout:    timeout,
		retryDelay: retryDelay,
		sleep:      sleepFor,
		httpClient: &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone()},
	}
	return newClient(&api{
		baseURL:      strings.TrimRight(baseURL, "/"),
		clientID:     clientID,
		clientSecret: clientSecret,
		settings:     found.with(options),
	}), nil
}

// Close fecha as conexões guardadas. O cliente continua a servir: abre outras.
func (c *Client) Close() {
	c.api.settings.httpClient.CloseIdleConnections()
}

func (s settings) with(options []Option) settings {
	for _, option := range options {
		option(&s)
	}
	return s
}

// Ptr dá o endereço de um valor, para os campos que podem faltar.
func Ptr[T any](value T) *T {
	return &value
}
