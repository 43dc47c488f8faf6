/** A schema as part of another one: nested schemas take any members, so the view goes back too. */
export function asJsonSchema(schema) {
    return schema;
}
