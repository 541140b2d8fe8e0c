import Fastify from 'fastify';

// The same framework and request without a database: the upper limit of this machine.
const BODY_BYTES_MAX = 64 * 1_024;
const app = Fastify({ bodyLimit: BODY_BYTES_MAX });
app.post('/v1/pix/qrcode', async (_request, reply) => {
  reply.code(201);
  return {
    internal_id: '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70',
    external_id: 'pedido-1',
    status: 'pending',
    amount: 9990,
    fee_amount: 197,
    net_amount: 9793,
    qrcode:
      '00020101021226730014br.gov.bcb.pix2551pix.sandbox.invalid/qr/v2/019aa2f47c1e7b3a9d523f1c8e6a4b70520400005303986540599.905802BR5912Loja Sandbox6009SAO PAULO62070503***6304ABCD',
    qr_image_url: '/v1/pix/qrcode/019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70/image',
    expires_at: '2026-11-21T12:00:00.000Z',
    created_at: '2026-11-20T12:00:00.000Z',
  };
});
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.send?.('ready');
process.on('disconnect', () => process.exit(0));
