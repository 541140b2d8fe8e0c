package pixgateway

import "encoding/json"

// Nullable é um campo de uma mudança que também pode ser retirado: Set(5) o muda, Null[int64]() o
// retira, e o valor zero o deixa como está.
type Nullable[T any] struct {
	isSet bool
	value *T
}

// Set muda o campo.
func Set[T any](value T) Nullable[T] {
	return Nullable[T]{isSet: true, value: &value}
}

// Null retira o campo.
func Null[T any]() Nullable[T] {
	return Nullable[T]{isSet: true}
}

// IsZero diz se o campo fica como está; então o corpo não o leva.
func (n Nullable[T]) IsZero() bool {
	return !n.isSet
}

// MarshalJSON escreve o valor, ou null.
func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	return json.Marshal(n.value)
}

// UnmarshalJSON lê o valor, ou null.
func (n *Nullable[T]) UnmarshalJSON(data []byte) error {
	n.isSet = true
	n.value = nil
	return json.Unmarshal(data, &n.value)
}
