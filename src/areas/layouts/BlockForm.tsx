import { useRef, useState } from 'react';
import type { LayoutFault } from '#domain/layouts/rules.ts';
import type { Layout, LayoutTrial } from '#domain/layouts/schema.ts';
import { conditions, conditionsFor, isMandatory, MOST_TEXT, MOST_TITLE } from '#domain/layouts/terms.ts';
import type { Condition, LayoutBlock, LayoutKind } from '#domain/layouts/terms.ts';
import { variablesByCategory } from '#domain/layouts/variables.ts';
import { integer } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { layouts as words } from '#site/messages/it/layouts.ts';
import { Checkbox } from '#site/ui/Choice.tsx';
import { FieldShell } from '#site/ui/Field.tsx';

/** What a block says and when it is printed; variables are put in where the cursor is. */
export function BlockForm({
  kind,
  block,
  faults,
  sections,
  trial,
  onChange,
  onRemove,
}: {
  kind: LayoutKind;
  block: LayoutBlock;
  faults: readonly LayoutFault[];
  sections: Layout['sections'];
  trial: LayoutTrial | null;
  onChange: (changes: Partial<LayoutBlock>) => void;
  onRemove: () => void;
}) {
  const area = useRef<HTMLTextAreaElement>(null);
  const stays = isMandatory(kind, block.kind);
  const faultOf = (field: keyof LayoutBlock) =>
    faults
      .filter((one) => one.field === field)
      .map(({ message }) => message)
      .join('; ') || null;
  const insert = (name: string) => {
    const { selectionStart: from, selectionEnd: to } = area.current!;
    const put = `{${name}}`;
    onChange({ text: block.text.slice(0, from) + put + block.text.slice(to) });
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(from + put.length, from + put.length);
    });
  };
  if (block.kind === 'page_break') return <Rest block={block} onChange={onChange} onRemove={onRemove} kind={kind} />;
  return (
    <>
      {stays && <p className="muted">{words.stays}</p>}
      {block.kind === 'section' ? (
        <FieldShell label={words.section} name="sectionId" error={faultOf('sectionId') ?? faultOf('text')}>
          {(control) => (
            <select
              {...control}
              value={block.sectionId ?? ''}
              onChange={({ target }) => onChange({ sectionId: target.value ? Number(target.value) : null })}
            >
              <option value="">{words.noSection}</option>
              {sections.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </FieldShell>
      ) : (
        <>
          <FieldShell label={words.title} name="title" help={words.titleHelp} error={faultOf('title')}>
            {(control) => (
              <input
                {...control}
                maxLength={MOST_TITLE}
                value={block.title}
                onChange={({ target }) => onChange({ title: target.value })}
              />
            )}
          </FieldShell>
          <FieldShell
            label={words.text}
            name="text"
            help={t(words.textHelp, { n: integer(block.text.length) })}
            error={faultOf('text')}
          >
            {(control) => (
              <textarea
                {...control}
                ref={area}
                rows={8}
                maxLength={MOST_TEXT}
                value={block.text}
                onChange={({ target }) => onChange({ text: target.value })}
              />
            )}
          </FieldShell>
          <Variables kind={kind} trial={trial} onInsert={insert} />
        </>
      )}
      <Rest kind={kind} block={block} onChange={onChange} onRemove={onRemove} trial={trial} />
    </>
  );
}

/** When the block is printed, and taking it away. */
function Rest({
  kind,
  block,
  trial = null,
  onChange,
  onRemove,
}: {
  kind: LayoutKind;
  block: LayoutBlock;
  trial?: LayoutTrial | null;
  onChange: (changes: Partial<LayoutBlock>) => void;
  onRemove: () => void;
}) {
  if (isMandatory(kind, block.kind)) return null;
  const holds = trial?.holds.includes(block.when);
  return (
    <>
      <FieldShell
        label={words.when}
        name="when"
        help={trial && !block.hidden ? (holds ? words.holds : words.holdsNot) : undefined}
      >
        {(control) => (
          <select
            {...control}
            value={block.when}
            onChange={({ target }) => onChange({ when: target.value as Condition })}
          >
            {conditionsFor[kind].map((one) => (
              <option key={one} value={one}>
                {conditions[one]}
              </option>
            ))}
          </select>
        )}
      </FieldShell>
      <Checkbox
        label={words.hide}
        checked={block.hidden}
        onChange={({ target }) => onChange({ hidden: target.checked })}
      />
      <button type="button" className="btn danger" onClick={onRemove}>
        {words.remove}
      </button>
    </>
  );
}

/** The variables of the print with what they are on the tried record. */
function Variables({
  kind,
  trial,
  onInsert,
}: {
  kind: LayoutKind;
  trial: LayoutTrial | null;
  onInsert: (name: string) => void;
}) {
  const [sought, setSought] = useState('');
  return (
    <section aria-labelledby="layout-variables">
      <header className="head">
        <h3 id="layout-variables" className="grow">
          {words.variables}
        </h3>
        <span className="field">
          <input
            type="search"
            aria-label={words.search}
            placeholder={words.search}
            value={sought}
            onChange={({ target }) => setSought(target.value)}
          />
        </span>
      </header>
      <div className="layout-variables">
        {variablesByCategory(kind).map(([category, names]) => {
          const found = names.filter((name) =>
            `${category} ${name}`.toLowerCase().includes(sought.trim().toLowerCase()),
          );
          if (found.length === 0) return null;
          return (
            <fieldset key={category}>
              <legend>{category}</legend>
              {found.map((name) => (
                <p key={name}>
                  <button
                    type="button"
                    className="chip"
                    aria-label={t(words.insert, { name })}
                    onClick={() => onInsert(name)}
                  >
                    {name}
                  </button>
                  <small>{trial && (trial.values[name] || words.empty)}</small>
                </p>
              ))}
            </fieldset>
          );
        })}
      </div>
    </section>
  );
}
