<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

/**
 * Who pays an order. The document comes from the field of this plug-in, or from the fields that
 * the Brazilian checkout plug-ins add.
 */
final class Payer
{
    public const FIELD = 'pix_gateway_document';
    private const META = '_pix_gateway_document';
    /** The fields of "Brazilian Market on WooCommerce" and of plug-ins that copy its names. */
    private const CPF = ['_billing_cpf', 'billing_cpf', '_wc_billing/address/cpf'];
    private const CNPJ = ['_billing_cnpj', 'billing_cnpj', '_wc_billing/address/cnpj'];
    private const OTHER = ['_billing_document', 'billing_document', '_billing_cpf_cnpj', '_billing_cpfcnpj'];
    private const COMPANY = '2';

    /**
     * @return array{name: string, document: string, email?: string}
     *
     * @throws PaymentException the order has no valid document or no name
     */
    public static function of(\WC_Order $order): array
    {
        $document = self::documentOf($order);
        if ($document === null) {
            throw new PaymentException(
                __('Informe um CPF ou CNPJ válido para pagar com Pix.', 'pix-gateway'),
            );
        }
        $company = trim($order->get_billing_company());
        $person = trim($order->get_formatted_billing_full_name());
        $name = strlen($document) === 14 && $company !== '' ? $company : $person;
        if ($name === '') {
            throw new PaymentException(
                __('Informe o nome de quem paga.', 'pix-gateway'),
            );
        }
        $payer = ['name' => mb_substr($name, 0, 200), 'document' => $document];
        $email = trim($order->get_billing_email());

        return $email === '' ? $payer : [...$payer, 'email' => $email];
    }

    /** Whether the checkout of this site asks for the document in a field of another plug-in. */
    public static function isAskedElsewhere(): bool
    {
        $fields = WC()->checkout()->get_checkout_fields('billing');
        $isAsked = isset($fields['billing_cpf']) || isset($fields['billing_cnpj']);

        return (bool) apply_filters('pix_gateway_document_is_asked', $isAsked);
    }

    /** Keeps the document of this plug-in's own field, if the customer filled it in. */
    public static function keepPosted(\WC_Order $order): void
    {
        $posted = self::posted();
        if ($posted !== '') {
            $order->update_meta_data(self::META, $posted);
        }
    }

    /** The document that the customer typed into this plug-in's field. */
    public static function posted(): string
    {
        // WooCommerce has checked the nonce of the checkout.
        $value = $_POST[self::FIELD] ?? '';

        return is_string($value) ? sanitize_text_field(wp_unslash($value)) : '';
    }

    /**
     * The document is removed with the other personal data of an order.
     *
     * @param array<string, string> $meta
     *
     * @return array<string, string>
     */
    public static function forget(array $meta): array
    {
        return [...$meta, self::META => 'text'];
    }

    private static function documentOf(\WC_Order $order): ?string
    {
        $isCompany = (string) $order->get_meta('_billing_persontype') === self::COMPANY;
        $people = $isCompany ? [...self::CNPJ, ...self::CPF] : [...self::CPF, ...self::CNPJ];
        $found = null;
        foreach ([self::META, ...$people, ...self::OTHER] as $name) {
            $found ??= TaxId::read((string) $order->get_meta($name));
        }
        $chosen = apply_filters('pix_gateway_payer_document', $found, $order);

        return is_string($chosen) ? TaxId::read($chosen) : null;
    }
}
