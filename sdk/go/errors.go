package pixgateway

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// As classes dos erros: errors.Is(err, pixgateway.ErrNotFound).
var (
	// ErrInvalidArgument é um argumento que não serve; nada foi enviado.
	ErrInvalidArgument = errors.New("pix-gateway: argumento inválido")
	// ErrAuthentication é 401: as credenciais estão ausentes ou são inválidas.
	ErrAuthentication = errors.New("pix-gateway: credenciais inválidas")
	// ErrPermissionDenied é 403: a conta ou a chave não pode fazer isto.
	ErrPermissionDenied = errors.New("pix-gateway: não permitido")
	// ErrNotFound é 404.
	ErrNotFound = errors.New("pix-gateway: não encontrado")
	// ErrConflict é 409: o estado atual não permite a operação.
	ErrConflict = errors.New("pix-gateway: conflito")
	// ErrIdempotency é um ErrConflict: a chave é de outra operação, ou a primeira não terminou.
	ErrIdempotency = errors.New("pix-gateway: conflito de Idempotency-Key")
	// ErrInvalidRequest é 400, 405, 413, 415 ou 422: a requisição precisa ser corrigida.
	ErrInvalidRequest = errors.New("pix-gateway: requisição inválida")
	// ErrInsufficientBalance é um ErrInvalidRequest: o saldo não cobre a operação.
	ErrInsufficientBalance = errors.New("pix-gateway: saldo insuficiente")
	// ErrRateLimit é 429: aguarde RetryAfter.
	ErrRateLimit = errors.New("pix-gateway: requisições demais")
	// ErrServer é 5xx: o gateway ou o banco não está disponível.
	ErrServer = errors.New("pix-gateway: indisponível")
)

// ErrorDetail é um campo inválido e o que há de errado nele.
type ErrorDetail struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

// APIError é uma recusa do gateway. Trate-a por Code, que não muda, ou por sua classe (errors.Is).
type APIError struct {
	Status int
	// Code é uma das constantes Code….
	Code    string
	Message string
	Details []ErrorDetail
	// RequestID é o que o suporte precisa.
	RequestID string
	// RetryAfter é quanto o gateway pede que se espere; zero quando não pede.
	RetryAfter time.Duration
	// IdempotencyKey é a chave que a requisição levou, para repetir a mesma operação.
	IdempotencyKey string
}

// Error diz a mensagem, os campos, o código e o id da requisição.
func (e *APIError) Error() string {
	fields := make([]string, 0, len(e.Details))
	for _, one := range e.Details {
		fields = append(fields, one.Field+": "+one.Message)
	}
	told := ""
	if len(fields) > 0 {
		told = fmt.Sprintf(" %s.", strings.Join(fields, "; "))
	}
	request := ""
	if e.RequestID != "" {
		request = ", requisição " + e.RequestID
	}
	return fmt.Sprintf("%s%s [%s%s]", e.Message, told, e.Code, request)
}

// Is diz se a recusa é de uma classe.
func (e *APIError) Is(target error) bool {
	for _, class := range e.classes() {
		if class == target {
			return true
		}
	}
	return false
}

func (e *APIError) classes() []error {
	switch e.Code {
	case CodeIdempotencyKeyReused, CodeIdempotencyInProgress:
		return []error{ErrIdempotency, ErrConflict}
	case CodeInsufficientBalance:
		return []error{ErrInsufficientBalance, ErrInvalidRequest}
	}
	byStatus := map[int]error{
		401: ErrAuthentication,
		403: ErrPermissionDenied,
		404: ErrNotFound,
		409: ErrConflict,
		429: ErrRateLimit,
	}
	if class := byStatus[e.Status]; class != nil {
		return []error{class}
	}
	if e.Status >= 500 {
		return []error{ErrServer}
	}
	return []error{ErrInvalidRequest}
}

// ConnectionError diz que não houve resposta: a rede falhou, ou o tempo acabou. O resultado é
// desconhecido. Repita depois com a mesma IdempotencyKey.
type ConnectionError struct {
	IdempotencyKey string
	isTimeout      bool
	cause          error
}

func (e *ConnectionError) Error() string {
	if e.isTimeout {
		return "Sem resposta dentro do tempo."
	}
	return fmt.Sprintf("Sem resposta do gateway: %v.", e.cause)
}

// Unwrap é o erro da rede.
func (e *ConnectionError) Unwrap() error {
	return e.cause
}

// Timeout diz se a resposta não chegou dentro do tempo.
func (e *ConnectionError) Timeout() bool {
	return e.isTimeout
}
