import { registry } from './registry/index.js';
export const surfaces = { registry };
