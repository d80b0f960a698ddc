export { All } from './schema/shapes/all';
export { ArraySchema as Array } from './schema/shapes/array';
export { Lazy } from './schema/shapes/lazy';
export { Invalidate } from './schema/shapes/invalidate';
export { ObjectSchema as Object } from './schema/shapes/object';
export { Union } from './schema/shapes/union';
export { Values } from './schema/shapes/values';
