/** What a company states of itself on paper. */
import { money, telephone } from '../italian.ts';
import { paymentWords } from './fields.ts';

/** Fields that are absent say nothing. */
interface Stated {
  name: string;
  vatNumber: string;
  phone: string;
  email: string;
  taxCode?: string | undefined;
  website?: string | undefined;
  pec?: string | undefined;
  sdi?: string | undefined;
  registry?: string | undefined;
  rea?: string | undefined;
  capital?: number | null | undefined;
  capitalPaid?: number | null | undefined;
  soleShareholder?: boolean | undefined;
  inLiquidation?: boolean | undefined;
  accounts?: readonly { iban: string; bank: string }[] | undefined;
  payments?: readonly (keyof typeof paymentWords)[] | undefined;
}

const joined = (parts: readonly unknown[], by = ' · ') => parts.filter(Boolean).join(by);

/** How the company is reached. */
export const contactLine = ({ phone, email, website }: Pick<Stated, 'phone' | 'email' | 'website'>): string =>
  joined([phone && `Tel. ${telephone(phone)}`, email, website]);

/** The capital as paid in: `100.000,00 € i.v.`; cents. */
const capitalText = (capital: number, paid: number | null | undefined) =>
  paid === null || paid === undefined || paid === capital
    ? `${money(capital)} i.v.`
    : `${money(capital)}, versato ${money(paid)}`;

/**
 * What Civil Code 2250 and the rules of invoicing ask on every paper: name, codes, register with the number of
 * registration (which is the tax code), REA, capital as paid in, only shareholder, liquidation, PEC, SDI.
 */
export function legalLine(company: Stated): string {
  const { name, vatNumber, registry, rea, capital, capitalPaid, soleShareholder, inLiquidation, pec, sdi } = company;
  const taxCode = company.taxCode || vatNumber;
  return joined([
    name + (inLiquidation ? ' in liquidazione' : ''),
    vatNumber && `P. IVA ${vatNumber}`,
    taxCode !== vatNumber && `C.F. ${taxCode}`,
    registry && `Registro imprese di ${joined([registry, taxCode && `n. ${taxCode}`], ' ')}`,
    rea && `REA ${rea}`,
    capital && `Capitale sociale ${capitalText(capital, capitalPaid)}`,
    soleShareholder && 'Società con unico socio',
    pec && `PEC ${pec}`,
    sdi && `SDI ${sdi}`,
  ]);
}

/** An IBAN in groups of four. */
export const ibanText = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ');

/** How a customer may pay, and to which account: the preferred one, which is the first. */
export function paymentLines({ name, accounts = [], payments = [] }: Stated): string[] {
  const [account] = accounts;
  return [
    payments.length > 0 && `Pagamenti accettati: ${payments.map((one) => paymentWords[one].toLowerCase()).join('; ')}.`,
    account && `Bonifici a ${name}: IBAN ${joined([ibanText(account.iban), account.bank], ', ')}.`,
  ].filter((line) => typeof line === 'string');
}
