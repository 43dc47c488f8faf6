// In place of undici's HTTP/2, which no connection of the command line negotiates and every start would load.
module.exports = () => {
  throw new Error('HTTP/2 is not supported');
};
