/** What a delivered contract reminds of, and how many days before. */
export const contractReminders = {
  plan: { label: 'finisce il piano di finanziamento', before: 60 },
  policy: { label: 'finisce la polizza', before: 30 },
  warranty: { label: 'finisce la garanzia', before: 30 },
} as const;
export type Reminder = keyof typeof contractReminders;
