/** The payment method "Pix" in WooCommerce's checkout block. */
(() => {
  const { registerPaymentMethod } = window.wc.wcBlocksRegistry;
  const { createElement, useEffect, useState } = window.wp.element;
  const { decodeEntities } = window.wp.htmlEntities;
  const settings = window.wc.wcSettings.getSetting('pix_gateway_data', {});
  const title = decodeEntities(settings.title);

  function Content({ eventRegistration, emitResponse }) {
    const [document, setDocument] = useState('');
    const { onPaymentSetup } = eventRegistration;
    const types = emitResponse.responseTypes;

    useEffect(
      () =>
        onPaymentSetup(() => {
          if (settings.asks_document && document.trim() === '') {
            return { type: types.ERROR, message: settings.document_missing };
          }
          const paymentMethodData = settings.asks_document ? { [settings.field]: document } : {};
          return { type: types.SUCCESS, meta: { paymentMethodData } };
        }),
      [onPaymentSetup, document, types],
    );

    return createElement(
      'div',
      {},
      createElement('p', {}, decodeEntities(settings.description)),
      settings.is_test && createElement('p', {}, settings.test_text),
      settings.asks_document &&
        createElement(
          'div',
          { className: 'wc-block-components-text-input is-active' },
          createElement('label', { htmlFor: settings.field }, settings.document_label),
          createElement('input', {
            id: settings.field,
            type: 'text',
            maxLength: 18,
            autoComplete: 'off',
            required: true,
            value: document,
            onChange: (event) => setDocument(event.target.value),
          }),
        ),
    );
  }

  registerPaymentMethod({
    name: 'pix_gateway',
    label: title,
    ariaLabel: title,
    content: createElement(Content),
    edit: createElement('p', {}, decodeEntities(settings.description)),
    canMakePayment: () => settings.is_available,
    supports: { features: settings.supports },
  });
})();
