-- What a board reads: a store's open orders, and those it closed lately. Both stay small beside years of orders.
create index orders_open on orders (project_id, destination_id) where status in ('Registered', 'OnTheWay', 'Arrived');
create index orders_closed on orders (project_id, destination_id, closed_at) where closed_at is not null;
