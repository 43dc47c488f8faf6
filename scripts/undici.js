// What the command line needs of undici: its fetch, WebSockets and mocks would be loaded at every start for nothing.
import buildConnector from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import Pool from 'undici/lib/dispatcher/pool.js';

export { buildConnector, Client, Pool };
