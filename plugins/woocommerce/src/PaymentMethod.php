<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

use PixGateway\Exception\PixGatewayException;

/** The payment method "Pix" in WooCommerce: settings, checkout and refunds. */
final class PaymentMethod extends \WC_Payment_Gateway
{
    /** The refund that WooCommerce is saving, for `process_refund`, which isn't told of it. */
    private static ?\WC_Order_Refund $refund = null;

    public function __construct()
    {
        $this->id = Plugin::ID;
        $this->icon = Plugin::url('assets/pix.svg');
        $this->has_fields = true;
        $this->method_title = __('Pix Gateway', 'pix-gateway');
        $this->method_description = __(
            'Pix com QR code, confirmação na hora e devolução pelo pedido.',
            'pix-gateway',
        );
        $this->supports = ['products', 'refunds'];
        $this->view_transaction_url = Settings::read()->publicUrl . '/painel/transacoes/%s';
        $this->form_fields = SettingsForm::fields();
        $this->init_settings();
        $this->title = $this->get_option('title');
        $this->description = $this->get_option('description');
        $save = 'woocommerce_update_options_payment_gateways_' . $this->id;
        if (!has_action($save)) {
            add_action($save, [$this, 'process_admin_options']);
        }
    }

    public static function rememberRefund(\WC_Order_Refund $refund): void
    {
        self::$refund = $refund;
    }

    public function is_available(): bool
    {
        return parent::is_available()
            && get_woocommerce_currency() === 'BRL'
            && Settings::read()->isComplete();
    }

    public function payment_fields(): void
    {
        echo wp_kses_post(wpautop(wptexturize($this->get_description())));
        if (Settings::read()->isTest()) {
            echo '<p>', esc_html__('Modo de teste.', 'pix-gateway'), '</p>';
        }
        if (!Payer::isAskedElsewhere()) {
            woocommerce_form_field(Payer::FIELD, [
                'label' => __('CPF ou CNPJ', 'pix-gateway'),
                'required' => true,
                'maxlength' => 18,
                'autocomplete' => 'off',
            ], Payer::posted());
        }
    }

    public function validate_fields(): bool
    {
        $posted = Payer::posted();
        if ($posted !== '' && TaxId::read($posted) === null) {
            $text = __('O CPF ou CNPJ não é válido.', 'pix-gateway');
            wc_add_notice(esc_html($text), 'error');

            return false;
        }

        return true;
    }

    /**
     * @param int $order_id
     *
     * @return array{result: string, redirect?: string}
     */
    public function process_payment($order_id): array
    {
        try {
            $redirect = OrderLock::withOrder((int) $order_id, function (\WC_Order $order): string {
                Payer::keepPosted($order);
                (new ChargeOrder(GatewayClient::open(), Settings::read()))->run($order);

                return $this->get_return_url($order);
            });
        } catch (PaymentException $refusal) {
            wc_add_notice(esc_html($refusal->getMessage()), 'error');

            return ['result' => 'failure'];
        } catch (\Throwable $error) {
            Log::failure('Charge not created.', $error, ['order' => (int) $order_id]);
            wc_add_notice(esc_html(self::tellFailure((int) $order_id, $error)), 'error');

            return ['result' => 'failure'];
        }
        WC()->cart?->empty_cart();

        return ['result' => 'success', 'redirect' => (string) $redirect];
    }

    /** Tells the shop of a failure that a repeat doesn't heal. Returns what the customer reads. */
    private static function tellFailure(int $orderId, \Throwable $error): string
    {
        if (!Refusals::isPermanent($error)) {
            return __(
                'Não foi possível gerar o Pix agora. Tente de novo; nada será cobrado duas vezes.',
                'pix-gateway',
            );
        }
        $fault = Refusals::faultOfPayer($error);
        if ($fault !== null) {
            /* translators: %s: what is wrong with the name, e-mail or document */
            return sprintf(__('Confira os seus dados: %s', 'pix-gateway'), $fault);
        }
        /* translators: %s: the answer of the gateway */
        $text = __('O Pix não pôde ser gerado, e tentar de novo não resolve: %s', 'pix-gateway');
        $told = sprintf($text, Log::describe($error));
        $order = wc_get_order($orderId);
        if ($order instanceof \WC_Order) {
            $order->add_order_note(esc_html($told));
        }
        Attention::add(Refusals::isOfKeys($error) ? 0 : $orderId, $told);

        return __(
            'Este pedido não pode ser pago com Pix. Escolha outra forma de pagamento ou fale com a '
                . 'loja, que já foi avisada.',
            'pix-gateway',
        );
    }

    /**
     * @param int               $order_id
     * @param float|string|null $amount
     * @param string            $reason
     */
    public function process_refund($order_id, $amount = null, $reason = ''): bool|\WP_Error
    {
        $shopId = self::$refund?->get_id() ?? 0;
        try {
            OrderLock::withOrder(
                (int) $order_id,
                static function (\WC_Order $order) use ($shopId, $amount, $reason): void {
                    $text = is_float($amount) ? (string) json_encode($amount) : (string) $amount;
                    $refund = new RefundOrder(GatewayClient::open());
                    $refund->run($order, $shopId, $text, (string) $reason);
                },
            );
        } catch (PaymentException $refusal) {
            return new \WP_Error('pix_gateway_refund', $refusal->getMessage());
        } catch (\Throwable $error) {
            Log::failure('Refund not sent.', $error, ['order' => (int) $order_id]);

            return new \WP_Error('pix_gateway_refund', Log::describe($error));
        }

        return true;
    }

    public function process_admin_options(): bool
    {
        $isSaved = parent::process_admin_options();
        $settings = Settings::read();
        if ($settings->isComplete()) {
            try {
                WebhookEndpoint::ensure($settings);
                GatewayClient::open($settings)->events->list(['limit' => 1]);
            } catch (PixGatewayException | \InvalidArgumentException $error) {
                Log::failure('Webhook not registered.', $error);
                /* translators: %s: the answer of the gateway */
                $text = __('O gateway não aceitou as configurações: %s A chave precisa das '
                    . 'permissões de cobranças, devoluções e webhooks.', 'pix-gateway');
                \WC_Admin_Settings::add_error(esc_html(sprintf($text, Log::describe($error))));
            }
        }
        $this->init_settings();

        return $isSaved;
    }

    /** A saved secret is never sent to the browser; an empty field keeps it. */
    public function generate_secret_html(string $key, array $data): string
    {
        $isSaved = $this->get_option($key) !== '';
        $saved = __('Salvo. Deixe vazio para manter.', 'pix-gateway');
        $kept = $this->settings[$key] ?? '';
        $this->settings[$key] = '';
        $html = $this->generate_password_html($key, [
            ...$data,
            'placeholder' => $isSaved ? $saved : '',
            'custom_attributes' => ['autocomplete' => 'new-password'],
        ]);
        $this->settings[$key] = $kept;

        return $html;
    }

    public function validate_secret_field(string $key, ?string $value): string
    {
        $typed = trim(wp_unslash($value ?? ''));

        return $typed === '' ? (string) $this->get_option($key) : $typed;
    }

    public function validate_number_field(string $key, ?string $value): string
    {
        $typed = trim(wp_unslash($value ?? ''));
        if (preg_match('/\A[0-9]{0,6}\z/', $typed) !== 1) {
            throw new \Exception(esc_html__(
                'Escreva minutos e dias como um número inteiro, sem outro texto.',
                'pix-gateway',
            ));
        }

        return $typed;
    }

    public function validate_percent_field(string $key, ?string $value): string
    {
        $typed = trim(wp_unslash($value ?? ''));
        if (DueDate::basisPoints($typed) === null) {
            throw new \Exception(esc_html__(
                'Escreva multa e juros como 2 ou 2,5, de 0 a 100.',
                'pix-gateway',
            ));
        }

        return $typed;
    }

    public function validate_url_field(string $key, ?string $value): string
    {
        $url = esc_url_raw(trim(wp_unslash($value ?? '')), ['http', 'https']);
        if ($url === '' && trim((string) $value) !== '') {
            throw new \Exception(
                esc_html__('O endereço do gateway não é válido.', 'pix-gateway'),
            );
        }

        return untrailingslashit($url);
    }
}
