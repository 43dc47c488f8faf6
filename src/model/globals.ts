/**
 * What declarations of the package use of the platform. A project without the types of Node.js or of a browser has no
 * such names; where it has them, these add nothing.
 */

declare global {
  interface URL {
    host: string;
  }
  interface URLSearchParams {}
  interface AbortSignal {}
}

export {};
