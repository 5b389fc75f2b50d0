import { describe, expect, test } from 'vitest';
import { filled, mailDefaults, mailVariables } from '#domain/quotes/settings/mail-texts.ts';
import { blankOf } from '#domain/record/fields.ts';
import { quoteSettingFields } from '#domain/quotes/settings/fields.ts';
import { quoteSettings } from '#domain/quotes/settings/schema.ts';
import { fieldMessages } from '#domain/validation.ts';

describe('the mails of a company', () => {
  test('name nothing that is not known, so that no customer reads a name in braces', () => {
    for (const text of Object.values(mailDefaults)) expect(filled(text, mailVariables)).not.toMatch(/[{}]/);
    const checked = (offerText: string) => {
      const { error } = quoteSettings.safeParse({ ...blankOf(quoteSettingFields), offerText });
      return error ? fieldMessages(error).offerText : 'buono';
    };
    expect(checked('Caro {cliente},\necco: {collegamento}')).toBe('buono');
    expect(checked('')).toBe('buono');
    expect(checked('Caro {nome}')).toContain('solo: {cliente}');
    expect(checked('Caro {cliente')).toContain('{collegamento}');
    expect(checked('x'.repeat(4001))).toBe('Al massimo 4000 caratteri');
  });

  test('keep what is not filled yet, read no variable out of a value, and leave no gap where a value is empty', () => {
    expect(filled('{cliente}\n\n{contatti}\n\n{collegamento}', { cliente: '{prezzo}', contatti: '' })).toBe(
      '{prezzo}\n\n{collegamento}',
    );
  });
});
