import { sql } from 'kysely';
import { contracts as table } from '#domain/contracts/endpoints.ts';
import { contractFields } from '#domain/contracts/fields.ts';
import { contractMachine, firstReasons } from '#domain/contracts/rules.ts';
import { depositOutcomes, paymentKinds, paymentMethods } from '#domain/contracts/terms.ts';
import { keysOf } from '#domain/record/machine.ts';
import { area } from '../lib/ports/area.ts';
import { bySigner, signatureDid } from '../lib/ports/signable.ts';
import { sectionVerbs } from '../lib/records/course.ts';
import { hitsOf } from '../lib/records/hits.ts';
import { contractHref } from '../lib/records/links.ts';
import { offeredReasons } from '../lib/records/reasons.ts';
import { visible } from '../lib/records/scope.ts';
import { activityOf } from '../lib/records/activity.ts';
import { write } from '../lib/records/timeline.ts';
import { exportList, list, sellers } from './list.ts';
import type { Sources } from '../lib/ports/agreed.ts';
import type { TakeArriving } from '../lib/ports/arriving.ts';
import type { Commissions } from '../lib/ports/commissions.ts';
import { assignVerbs } from './assign.ts';
import { contractImports } from './imports.ts';
import { contractLegacies } from './legacies.ts';
import { makeOf } from './make.ts';
import { priceVerbs } from './price.ts';
import { moneyVerbs } from './money.ts';
import { cashVerbs } from './cash.ts';
import { readDesk, readWaiting } from './desk.ts';
import { annexBy, laidAnnexes } from './annexes.ts';
import { packetBy } from './packet.ts';
import { performanceVerbs } from './performance.ts';
import { enclosureVerbs, undecidedEnclosures } from './enclosures.ts';
import { enclosuresPost } from './enclosures-post.ts';
import { enclosuresPageVerbs } from './enclosures-page.ts';
import { presenceVerbs } from './presence.ts';
import { endingContracts } from './reminders.ts';
import { laidReceipts, receiptDocument } from './receipt.ts';
import { registerVerbs } from './register.ts';
import { contractComments } from './comments.ts';
import { contractPrints, laidContract } from './document.ts';
import { contractMoves } from './moves.ts';
import { ADDENDUM, contractCourse } from './records.ts';
import { pastDocuments } from './split.ts';
import { signableAddendum } from './addendum.ts';
import { signatureEffects } from './signed.ts';
import { signableContract } from './signing.ts';
import { dueEffects, pastDues } from './dues.ts';
import { factEffects, pastFacts } from './facts.ts';
import { readFile } from './files.ts';
import { lackingOfCustomers, lackingOfDay, refreshLacking } from './lacking.ts';
import { revaluationVerbs } from './revaluation.ts';
import { reviewVerbs } from './review.ts';
import { sectionWrites } from './sections.ts';
import { confirmationPost } from './confirmation.ts';
import { withdrawalMail, withdrawalVerbs } from './withdrawal.ts';
import { settingVerbs } from './settings.ts';

const activity = activityOf(contractCourse, {
  fields: contractFields,
  references: true,
  actions: {
    create: 'ha fatto il contratto',
    price: 'ha cambiato auto o prezzo: la firma non vale più',
    revaluation_ended: 'ha messo da parte una rivalutazione dell’usato: il prezzo nuovo ne concorda un’altra',
    value_agreed: 'ha autorizzato una rivalutazione dell’usato',
    value_refused: 'non ha autorizzato una rivalutazione dell’usato: vale di nuovo quanto validato',
    car: 'ha messo un’altra auto al posto di quella del contratto',
    assign: 'ha affidato il contratto',
    file_seen: 'ha aperto un allegato',
    enclosures_asked: 'ha chiesto documenti al cliente',
    enclosures_ended: 'ha chiuso la richiesta di documenti al cliente',
    enclosure_sent: 'ha ricevuto dal cliente un documento chiesto',
    enclosure_taken_back: 'ha visto ritirare dal cliente un documento proposto',
    enclosure_accepted: 'ha accettato un documento del cliente',
    enclosure_refused: 'ha rifiutato un documento del cliente',
    receipt: 'ha registrato un incasso',
    receipt_reversed: 'ha stornato una ricevuta',
    withdrawn: 'ha comunicato il recesso dal contratto',
    invoice: 'ha registrato una fattura',
    advance: 'ha registrato una fattura d’acconto',
    credit_note: 'ha registrato una nota di credito',
    import: 'ha importato il contratto da un file',
    unimport: 'ha annullato l’importazione',
    ...signatureDid,
  },
  facts: {
    note: ['Spiegazione', write.text],
    number: ['Numero', write.text],
    receipt: ['Ricevuta', write.text],
    file: ['Allegato', write.text],
    enclosures: ['Documenti', write.text],
    creditNote: ['Nota di credito', write.text],
    amount: ['Importo', write.money],
    kind: ['Voce', write.word(paymentKinds)],
    method: ['Metodo', write.word(paymentMethods)],
    seller: ['Venditore', write.text],
    partner: ['Secondo venditore', write.text],
    name: ['Nome', write.text],
    customer: ['Cliente', write.text],
    vehicle: ['Vettura', write.text],
    total: ['Totale', write.money],
    tradeIn: ['Usato', write.text],
    revaluation: ['Valutazione', write.money],
    depositOutcome: ['Caparra', write.word(depositOutcomes)],
    confirmed: ['Conferma d’ordine inviata al cliente', write.flag],
    alone: ['Validato da chi lo vende, perché nessun altro può', write.flag],
  },
  outside: bySigner,
  beside: ADDENDUM,
});

/** The area of contracts; `sources`: where what was agreed comes from; `commissions`: what it earns its sellers; `takeArriving`: how its customer's files come. */
export const contracts = (sources: Sources, commissions: Commissions, takeArriving: TakeArriving) =>
  area(table, {
    verbs: {
      'GET /contracts': list,
      'GET /contracts/export': exportList,
      'GET /contracts/sellers': sellers,
      'GET /contracts/reasons': (ctx) => offeredReasons(ctx, contractMachine, keysOf(firstReasons)),
      'GET /contracts/desk': readDesk,
      'GET /contracts/waiting': readWaiting,
      ...assignVerbs,
      ...presenceVerbs,
      ...enclosureVerbs,
      ...enclosuresPageVerbs(takeArriving),
      'POST /contracts': makeOf(sources),
      'GET /contracts/:id': contractCourse.show,
      ...sectionVerbs(contractCourse, sectionWrites),
      ...contractMoves(sources),
      ...priceVerbs(sources),
      'GET /contracts/:id/files/:fileId': readFile,
      ...moneyVerbs(sources),
      'GET /contracts/:id/receipts/:receiptId/document': receiptDocument(sources),
      ...cashVerbs,
      'GET /contracts/:id/annex': annexBy(sources),
      'GET /contracts/:id/packet': packetBy(sources),
      ...performanceVerbs(commissions),
      ...withdrawalVerbs(sources),
      ...revaluationVerbs,
      ...reviewVerbs(sources, activity),
      ...registerVerbs(sources),
      ...contractComments,
      ...contractPrints(sources),
      ...settingVerbs,
      'GET /contracts/:id/timeline': activity,
    },
    jobs: [
      withdrawalMail,
      enclosuresPost,
      confirmationPost(sources),
      pastFacts(sources),
      pastDues,
      pastDocuments(sources),
      refreshLacking,
    ],
    schedules: [endingContracts, lackingOfDay, undecidedEnclosures],
    laid: [laidContract(sources), laidAnnexes(sources), laidReceipts(sources)],
    signs: [signableContract(sources), signableAddendum(sources)],
    effects: { ...signatureEffects, ...factEffects, ...dueEffects, ...lackingOfCustomers },
    legacies: contractLegacies,
    imports: contractImports,
    hits: [
      hitsOf<{ id: number; number: string; customer: string | null; vehicle: string }>(
        contractCourse.of,
        sql`t.number, t.vehicle, c.name as customer`,
        (ctx) => visible(ctx, contractCourse.of),
        ({ id, number, customer, vehicle }) => ({
          label: 'Contratto',
          icon: 'file-text',
          title: customer ?? number,
          subtitle: [number, vehicle].filter(Boolean).join(' · '),
          href: contractHref(id),
        }),
        { joins: sql`left join customers c on c.company_id = t.company_id and c.id = t.customer_id` },
      ),
    ],
    constraints: {
      contracts_number: { number: 'È il numero di un altro contratto' },
      contracts_company_id_partner_id_fkey: { partnerId: 'Scegliere un collega' },
      contracts_company_id_location_id_fkey: { locationId: 'Scegliere una sede dell’azienda' },
      contracts_company_id_business_center_id_fkey: { businessCenterId: 'Scegliere un business center' },
      contract_receipts_company_id_location_id_fkey: { locationId: 'Scegliere una sede dell’azienda' },
      cash_closings_company_id_location_id_fkey: { locationId: 'Scegliere una sede dell’azienda' },
      cash_closings_once: { counted: 'La cassa di questo giorno è già chiusa' },
      contracts_company_id_customer_id_fkey: { customerId: 'Scegliere un cliente' },
      contracts_company_id_cobuyer_id_fkey: { cobuyerId: 'Scegliere un cliente' },
      contracts_company_id_guarantor_id_fkey: { guarantorId: 'Scegliere un cliente' },
      contracts_company_id_representative_id_fkey: { representativeId: 'Scegliere un cliente' },
      contract_invoices_number: { number: 'Questo numero è già di un altro documento dell’anno' },
    },
  });
