/** The version in package.json, which a test compares. Targets get it in the user-agent header. */
export const VERSION = '0.8.0';
