/** The first exchanges are all kept, then only those that a verdict points at: memory stays flat. */
const KEEP_ALL_UNTIL = 2000;
const KEEP_AT_MOST = 4000;
export class Evidence {
    kept = [];
    #index = new Map();
    /** Keeps an exchange of the scan while there is room. */
    offer(exchange, from) {
        if (this.kept.length < KEEP_ALL_UNTIL)
            this.keep(exchange, from);
    }
    /** Keeps an exchange that a verdict points at; answers its index, or none when evidence is full. */
    keep(exchange, from) {
        const known = this.#index.get(exchange);
        if (known !== undefined)
            return known;
        if (this.kept.length >= KEEP_AT_MOST)
            return undefined;
        this.#index.set(exchange, this.kept.length);
        return this.kept.push({ exchange, from }) - 1;
    }
}
