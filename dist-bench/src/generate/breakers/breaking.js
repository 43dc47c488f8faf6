export function objectOf(value) {
    return typeof value === 'object' && value !== null ? { ...value } : {};
}
export function listOf(value) {
    return Array.isArray(value) ? value : [];
}
