/**
 * The conditions with which a new company's contracts begin (rules.md §15). One a line; a company's lawyer writes its
 * own.
 */
export const standardClauses = [
  'Oggetto. Il venditore vende e l’acquirente compra l’auto descritta, con gli accessori e i servizi elencati, al prezzo indicato.',
  'Proposta. La proposta dell’acquirente è irrevocabile per dieci giorni; il contratto è concluso con l’accettazione scritta del venditore. I consulenti alle vendite non impegnano il venditore.',
  'Prezzo. Il prezzo comprende quanto elencato; imposte e diritti anticipati per conto dell’acquirente (art. 15 DPR 633/1972) si adeguano se la legge li cambia prima dell’immatricolazione.',
  'Caparra. La somma versata come caparra confirmatoria segue l’art. 1385 del codice civile: se l’acquirente non adempie il venditore la può trattenere, se non adempie il venditore l’acquirente può chiederne il doppio.',
  'Consegna. Il termine di consegna è quello indicato, con una tolleranza di cinquanta giorni per le auto da ordinare; trascorsa, l’acquirente può recedere con la restituzione di quanto versato. Al consumatore l’auto usata si consegna entro trenta giorni.',
  'Auto ritirata. La valutazione vale per lo stato dichiarato; se alla consegna l’auto risulta diversa le parti concordano per iscritto un altro valore, e in mancanza ciascuna può recedere dal ritiro. L’acquirente garantisce proprietà, chilometri e assenza di vincoli.',
  'Finanziamento. Se il contratto è subordinato a un finanziamento che viene rifiutato, le parti sono libere e quanto versato si restituisce.',
  'Garanzia. Al consumatore spetta la garanzia legale di conformità (artt. 128 e seguenti del Codice del consumo); per le auto usate la durata ridotta vale solo se sottoscritta a parte. La garanzia del costruttore si aggiunge.',
  'Pagamento. Il saldo si paga prima della consegna con mezzi tracciabili; il denaro contante è ammesso sotto i 5.000 euro complessivi (D.Lgs. 231/2007).',
  'Recesso. Se il contratto è concluso a distanza o fuori dai locali commerciali, il consumatore può recedere senza motivo entro quattordici giorni dalla consegna, trenta dopo una visita non richiesta o un’escursione (artt. 52 e seguenti del Codice del consumo).',
  'Foro. Per il consumatore è competente il giudice del suo luogo di residenza; negli altri casi quello della sede del venditore.',
].join('\n');
