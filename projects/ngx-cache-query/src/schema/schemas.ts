export { All } from './all';
export { ArraySchema as Array } from './array';
export { Lazy } from './lazy';
export { Invalidate } from './invalidate';
export { ObjectSchema as Object } from './object';
export { Union } from './union';
export { Values } from './values';
