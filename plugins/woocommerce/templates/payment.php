<?php

/**
 * The Pix of an order. Included by PaymentPanel::showById.
 *
 * @var array<string, string>                                $texts
 * @var array{code: string, expires_at: string, amount: int, due?: array} $charge
 * @var string                                               $state
 * @var string                                               $stateUrl
 * @var string                                               $imageUrl
 * @var string                                               $dayUrl
 */

declare(strict_types=1);

use PixGateway\WooCommerce\Centavos;
use PixGateway\WooCommerce\DueDate;

defined('ABSPATH') || exit;

$expiresAt = (int) strtotime($charge['expires_at']);
?>
<section class="pix-gateway" aria-labelledby="pix-gateway-title"
    data-state="<?php echo esc_attr($state); ?>"
    data-state-url="<?php echo esc_url($stateUrl); ?>"
    data-texts="<?php echo esc_attr((string) wp_json_encode($texts)); ?>">
  <h2 id="pix-gateway-title"><?php esc_html_e('Pague com Pix', 'pix-gateway'); ?></h2>
  <p class="pix-gateway__status" role="status"><?php echo esc_html($texts[$state]); ?></p>
  <?php if ($state === 'pending') : ?>
  <div class="pix-gateway__payment">
    <p class="pix-gateway__amount"><?php echo esc_html(Centavos::toText($charge['amount'])); ?></p>
    <img class="pix-gateway__image" width="264" height="264"
        src="<?php echo esc_url($imageUrl); ?>"
        alt="<?php esc_attr_e('QR code do Pix', 'pix-gateway'); ?>">
    <p>
      <label for="pix-gateway-code"><?php esc_html_e('Pix copia e cola', 'pix-gateway'); ?></label>
      <textarea id="pix-gateway-code" rows="4" readonly><?php
        echo esc_textarea($charge['code']);
        ?></textarea>
    </p>
    <p>
      <button type="button" class="button wp-element-button pix-gateway__copy">
        <?php esc_html_e('Copiar código', 'pix-gateway'); ?>
      </button>
      <span class="pix-gateway__copied" role="status"></span>
    </p>
    <?php if (isset($charge['due'])) : ?>
    <p><?php echo esc_html(DueDate::text($charge['due'])); ?></p>
        <?php if ($charge['due']['costs'] !== '') : ?>
    <p><a href="<?php echo esc_url($dayUrl); ?>"><?php
        esc_html_e('Ver quanto se paga hoje', 'pix-gateway');
    ?></a></p>
        <?php endif; ?>
    <?php else : ?>
    <p><?php
        /* translators: %s: date and time */
        $until = __('Válido até %s.', 'pix-gateway');
        echo esc_html(sprintf($until, wp_date('d/m/Y H:i', $expiresAt)));
    ?></p>
    <?php endif; ?>
    <noscript>
      <p><?php esc_html_e('Depois de pagar, recarregue esta página.', 'pix-gateway'); ?></p>
    </noscript>
  </div>
  <?php endif; ?>
</section>
