<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

use Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType;

/** The payment method in the checkout that is made of blocks. */
final class BlocksPaymentMethod extends AbstractPaymentMethodType
{
    /** @var string */
    protected $name = Plugin::ID;

    public function initialize(): void
    {
        $this->settings = get_option(Settings::OPTION, []);
    }

    public function is_active(): bool
    {
        return $this->get_setting('enabled', 'no') === 'yes' && Settings::read()->isComplete();
    }

    /** @return list<string> */
    public function get_payment_method_script_handles(): array
    {
        wp_register_script(
            'pix-gateway-checkout',
            Plugin::url('assets/checkout.js'),
            ['wc-blocks-registry', 'wc-settings', 'wp-element', 'wp-html-entities'],
            Plugin::VERSION,
            true,
        );

        return ['pix-gateway-checkout'];
    }

    /** @return array<string, mixed> what the script may know; no key is among it */
    public function get_payment_method_data(): array
    {

        return [
            'title' => $this->get_setting('title', 'Pix'),
            'description' => $this->get_setting('description', ''),
            'is_available' => get_woocommerce_currency() === 'BRL',
            'is_test' => Settings::read()->isTest(),
            'test_text' => __('Modo de teste.', 'pix-gateway'),
            'asks_document' => !Payer::isAskedElsewhere(),
            'field' => Payer::FIELD,
            'document_label' => __('CPF ou CNPJ', 'pix-gateway'),
            'document_missing' => __('Informe o CPF ou CNPJ de quem paga.', 'pix-gateway'),
            'supports' => ['products', 'refunds'],
        ];
    }
}
