/** In which a tablet says whom it shows as the one who acts, by their turn; and what it says where it shows nobody. */
export const actingHeader = 'x-acting'
export const nobodyActs = 'nobody'
