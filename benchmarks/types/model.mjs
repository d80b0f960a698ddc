// The entities of the generated applications. Their names, fields and relations are the same in every variant.

const PREFIXES = 'Sales Billing Store Support Team Archive Partner Field Export Legal'.split(' ');
const NOUNS =
  'Order Customer Invoice Product Payment Shipment Account Ticket Project Document'.split(' ');

/** The fields of every entity: the type, and the default value. */
export const fields = {
  id: ['number', '0'],
  name: ['string', "''"],
  state: ["'draft' | 'open' | 'done'", "'draft'"],
  isActive: ['boolean', 'false'],
  total: ['number', '0'],
  tags: ['readonly string[]', '[]'],
  note: ['string | null', 'null'],
  address: ['{ readonly city: string; readonly zip: string }', "{ city: '', zip: '' }"],
  createdAt: ['Date', 'new Date(0)'],
};

/**
 * Returns the entities. There are groups of ten. In a group, each entity has a `parent`, the entity before it. Every
 * second entity also has `items`, the entities whose parent it is: this relation is circular. The first entity of a
 * group has an `owner` in the group before it.
 */
export function entities(count) {
  const nameOf = (i) => PREFIXES[Math.floor(i / NOUNS.length)] + NOUNS[i % NOUNS.length];
  return Array.from({ length: count }, (_, i) => {
    const place = i % NOUNS.length;
    const relations = [
      ...(place > 0 ? [{ field: 'parent', target: nameOf(i - 1), isList: false }] : []),
      ...(place % 2 === 0 && i + 1 < count
        ? [{ field: 'items', target: nameOf(i + 1), isList: true }]
        : []),
      ...(place === 0 && i > 0
        ? [{ field: 'owner', target: nameOf(i - NOUNS.length), isList: false }]
        : []),
    ];
    const name = nameOf(i);
    return { name, endpoints: `${name[0].toLowerCase()}${name.slice(1)}s`, relations };
  });
}

/** Returns the import of each related entity, from its own file. */
export function importsOf({ name, relations }, type = '') {
  const targets = new Set(relations.map(({ target }) => target).filter((each) => each !== name));
  return [...targets].map((each) => `import { ${type}${each} } from './${each}';`).join('\n');
}
