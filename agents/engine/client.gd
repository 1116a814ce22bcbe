# A client of `medianoche engine GAME --port 8767 --token TOKEN` for Godot 4: a node that asks and emits answers.
#
# var engine := EngineClient.new()
# add_child(engine)
# engine.open("ws://127.0.0.1:8767/TOKEN")
# engine.ask({"type": "new", "seed": 7})
# var position: Dictionary = await engine.asked({"type": "position", "seat": 0})
class_name EngineClient
extends Node

signal opened
signal answered(answer: Dictionary)
signal closed

var _socket := WebSocketPeer.new()
var _waiting: Array[String] = []
var _is_open := false
var _number := 0


func open(address: String) -> Error:
	return _socket.connect_to_url(address)


func ask(request: Dictionary) -> int:
	_number += 1
	request["id"] = _number
	_waiting.append(JSON.stringify(request))
	return _number


# The first answer to a request: await asked({"type": "best", "seconds": 1.0})
func asked(request: Dictionary) -> Dictionary:
	var number := ask(request)
	while true:
		var answer: Dictionary = await answered
		if int(answer["id"]) == number:
			return answer
	return {}


func _process(_delta: float) -> void:
	_socket.poll()
	match _socket.get_ready_state():
		WebSocketPeer.STATE_OPEN:
			if not _is_open:
				_is_open = true
				opened.emit()
			for line in _waiting:
				_socket.send_text(line)
			_waiting.clear()
			while _socket.get_available_packet_count() > 0:
				var text := _socket.get_packet().get_string_from_utf8()
				answered.emit(JSON.parse_string(text))
		WebSocketPeer.STATE_CLOSED:
			if _is_open:
				_is_open = false
				closed.emit()
