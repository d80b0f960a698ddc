export { All } from './schema/all';
export { ArraySchema as Array } from './schema/array';
export { Collection } from './collections/collection';
export { Lazy } from './schema/lazy';
export { Invalidate } from './schema/invalidate';
export { ObjectSchema as Object } from './schema/object';
export { Union } from './schema/union';
export { Values } from './schema/values';
