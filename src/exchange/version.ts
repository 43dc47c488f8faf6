/** The version in package.json, sent to targets in the user-agent header. A test keeps both equal. */
export const VERSION = '0.3.0';
