<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

/** The fields of the settings page. */
final class SettingsForm
{
    /** @return array<string, array<string, mixed>> */
    public static function fields(): array
    {
        return [...self::shop(), ...self::connection(), ...self::expiry(), ...self::due()];
    }

    /** @return array<string, array<string, mixed>> */
    private static function shop(): array
    {
        return [
            'enabled' => [
                'title' => __('Ativar', 'pix-gateway'),
                'type' => 'checkbox',
                'label' => __('Oferecer Pix no checkout', 'pix-gateway'),
                'default' => 'no',
            ],
            'title' => [
                'title' => __('Nome no checkout', 'pix-gateway'),
                'type' => 'safe_text',
                'default' => 'Pix',
            ],
            'description' => [
                'title' => __('Descrição no checkout', 'pix-gateway'),
                'type' => 'textarea',
                'default' => __(
                    'Pague com o QR code ou com o código copia e cola. A confirmação é na hora.',
                    'pix-gateway',
                ),
            ],
        ];
    }

    /** @return array<string, array<string, mixed>> */
    private static function connection(): array
    {
        return [
            'base_url' => [
                'title' => __('Endereço do gateway', 'pix-gateway'),
                'type' => 'url',
                'placeholder' => 'https://pix.example.com',
                'default' => '',
            ],
            'public_url' => [
                'title' => __('Endereço público do gateway', 'pix-gateway'),
                'type' => 'url',
                'description' => __(
                    'Só se os clientes alcançam o gateway por outro endereço (imagem do QR code).',
                    'pix-gateway',
                ),
                'default' => '',
            ],
            'client_id' => [
                'title' => 'client-id',
                'type' => 'text',
                'placeholder' => 'svc_pk_live_…',
                'default' => '',
            ],
            'client_secret' => [
                'title' => 'client-secret',
                'type' => 'secret',
                'default' => '',
            ],
            'webhook_secret' => [
                'title' => __('Segredo do webhook', 'pix-gateway'),
                'type' => 'secret',
                'description' => __(
                    'Ao salvar, o webhook é criado no gateway e o segredo é preenchido sozinho.',
                    'pix-gateway',
                ),
                'default' => '',
            ],
        ];
    }

    /** @return array<string, array<string, mixed>> */
    private static function expiry(): array
    {
        return [
            'expires_in_minutes' => [
                'title' => __('Validade do Pix, em minutos', 'pix-gateway'),
                'type' => 'number',
                'custom_attributes' => ['min' => 1, 'max' => 43_200, 'step' => 1],
                'default' => '60',
            ],
            'cancel_expired' => [
                'title' => __('Quando o Pix expira', 'pix-gateway'),
                'type' => 'checkbox',
                'label' => __(
                    'Cancelar o pedido e devolver os itens ao estoque',
                    'pix-gateway',
                ),
                'default' => 'yes',
            ],
        ];
    }

    /** @return array<string, array<string, mixed>> */
    private static function due(): array
    {
        return [
            'due_in_days' => [
                'title' => __('Vence em quantos dias', 'pix-gateway'),
                'type' => 'number',
                'description' => __(
                    'Com 0, o Pix não tem vencimento e vale pelos minutos acima. Com mais, o pedido '
                        . 'espera pelo pagamento até o último dia.',
                    'pix-gateway',
                ),
                'custom_attributes' => ['min' => 0, 'max' => 365, 'step' => 1],
                'default' => '0',
            ],
            'days_after_due' => [
                'title' => __('Dias para pagar depois do vencimento', 'pix-gateway'),
                'type' => 'number',
                'custom_attributes' => ['min' => 0, 'max' => 365, 'step' => 1],
                'default' => '0',
            ],
            'fine_percent' => [
                'title' => __('Multa depois do vencimento, em %', 'pix-gateway'),
                'type' => 'percent',
                'placeholder' => '2',
                'default' => '',
            ],
            'interest_percent' => [
                'title' => __('Juros ao mês depois do vencimento, em %', 'pix-gateway'),
                'type' => 'percent',
                'placeholder' => '1',
                'default' => '',
            ],
        ];
    }
}
