/**
 * Streams of server-sent events and WebSocket messages, for `cache.connect`.
 *
 * @packageDocumentation
 */
export { type EventSourceOptions, fromEventSource } from './lib/from-event-source';
export { fromWebSocket, type WebSocketOptions } from './lib/from-web-socket';
export type { MessageOptions } from './lib/messages';
export type { ReconnectOptions } from './lib/reconnecting';
export { Stream, type StreamStatus } from './lib/stream';
