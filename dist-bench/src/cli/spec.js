export function addSpec(program, finish) {
    program
        .command('spec <surface>')
        .description('the OpenAPI documents that a server is judged by, as YAML')
        .action(async (name) => {
        const { surfaceNamed } = await import('./surface.js');
        const { stringify } = await import('yaml');
        const { operations } = await surfaceNamed(name);
        const contracts = [...new Set(operations.map(({ contract }) => contract))];
        const documents = contracts.map(({ document }) => stringify(document, { aliasDuplicateObjects: false, lineWidth: 100 }));
        process.stdout.write(documents.map((text) => `---\n${text}`).join(''));
        finish(0);
    });
}
