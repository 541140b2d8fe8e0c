export { PixGateway } from './client.ts';
export * from './errors.ts';
export { errorCodes, eventKinds } from './generated/names.ts';
export type * from './generated/types.ts';
export type { ClientOptions, KeyedRequestOptions, RequestOptions } from './http.ts';
export type { Page } from './pages.ts';
export type { FeedEvent } from './resources/events.ts';
export { VERSION } from './version.ts';
export * as webhooks from './webhooks.ts';
