package pixgateway_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	pix "pix-gateway.internal/sdk"
)

// clientOf gives a client of the gateway that the environment names.
func clientOf(t *testing.T) *pix.Client {
	address := os.Getenv("PIX_GATEWAY_URL")
	if address == "" {
		t.Skip("PIX_GATEWAY_URL names no gateway")
	}
	client, err := pix.New(address, os.Getenv("PIX_CLIENT_ID"), os.Getenv("PIX_CLIENT_SECRET"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

func TestChargeIsPaidRefundedAndListed(t *testing.T) {
	client, ctx := clientOf(t), context.Background()
	key := fmt.Sprintf("go-test-%d", time.Now().UnixNano())
	body := pix.NewCharge{
		Amount:     1990,
		Payer:      pix.NewPayer{Name: "Maria Silva", Document: "12345678909"},
		ExternalID: key,
	}
	var first, second pix.Answer
	charge, err := client.Charges.Create(ctx, body, pix.WithIdempotencyKey(key), pix.WithAnswer(&first))
	if err != nil {
		t.Fatal(err)
	}
	again, err := client.Charges.Create(ctx, body, pix.WithIdempotencyKey(key), pix.WithAnswer(&second))
	if err != nil || again.InternalID != charge.InternalID {
		t.Fatalf("the same key made another charge: %v, %v", again, err)
	}
	if first.IsReplayed || !second.IsReplayed || second.RequestID == "" {
		t.Fatalf("answers: %+v, %+v", first, second)
	}
	if _, err := client.Test.PayCharge(ctx, charge.InternalID, pix.TestPayment{}); err != nil {
		t.Fatal(err)
	}
	part := pix.NewRefund{Amount: pix.Ptr(int64(90))}
	if _, err := client.Charges.Refund(ctx, charge.InternalID, part); err != nil {
		t.Fatal(err)
	}
	found := 0
	filters := pix.TransactionFilters{ExternalID: key}
	for transaction, err := range client.Transactions.Iterate(ctx, filters) {
		if err != nil {
			t.Fatal(err)
		}
		if transaction.Charge == nil || transaction.Payout != nil {
			t.Fatalf("not a charge: %+v", transaction)
		}
		found++
	}
	if found != 1 {
		t.Fatalf("%d charges have the key", found)
	}
}

func TestRefusalHasItsCodeClassAndRequest(t *testing.T) {
	client := clientOf(t)
	_, err := client.Charges.Retrieve(context.Background(), "019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70")
	var refusal *pix.APIError
	if !errors.As(err, &refusal) || !errors.Is(err, pix.ErrNotFound) || errors.Is(err, pix.ErrServer) {
		t.Fatalf("another error: %v", err)
	}
	if refusal.Code != pix.CodeTransactionNotFound || refusal.RequestID == "" {
		t.Fatalf("another refusal: %+v", refusal)
	}
}

func TestEndedContextEndsACallAndItsErrorHasTheKey(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	client, err := pix.New("http://127.0.0.1:9", "svc_pk_test_a", "svc_sk_test_b")
	if err != nil {
		t.Fatal(err)
	}
	_, err = client.Charges.Create(ctx, pix.NewCharge{}, pix.WithIdempotencyKey("pedido-42"))
	var lost *pix.ConnectionError
	if !errors.Is(err, context.Canceled) || !errors.As(err, &lost) {
		t.Fatalf("another error: %v", err)
	}
	if lost.IdempotencyKey != "pedido-42" || lost.Timeout() {
		t.Fatalf("another loss: %+v", lost)
	}
}

func TestFieldsOfAChangeAreKeptSetOrRemoved(t *testing.T) {
	change := pix.ChargeChange{DueDate: pix.Set("2026-12-01"), Fine: pix.Null[pix.ChargeDueFine]()}
	if written := write(t, change); written != `{"due_date":"2026-12-01","fine":null}` {
		t.Fatal(written)
	}
	if written := write(t, pix.ChargeChange{}); written != "{}" {
		t.Fatal(written)
	}
}

func write(t *testing.T, value any) string {
	content, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
