# room(NAME STOREY n MAY_INCLUDE rooms... LINKS libraries...)
#
# One room of the source is one static library, made of every .cpp file in src/NAME. A room may only include rooms of a
# lower storey, and only those that it names: the first is checked here, the second by tests/tree/layering_test.py,
# which reads these very calls.
function(room NAME)
  cmake_parse_arguments(ROOM "" "STOREY" "MAY_INCLUDE;LINKS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${NAME}/*.cpp)
  set_property(GLOBAL PROPERTY storey_of_${NAME} ${ROOM_STOREY})
  set(below)
  foreach(other IN LISTS ROOM_MAY_INCLUDE)
    get_property(storey GLOBAL PROPERTY storey_of_${other})
    if(NOT storey LESS ROOM_STOREY)
      message(FATAL_ERROR "room ${NAME} (storey ${ROOM_STOREY}) may not include ${other} (storey ${storey})")
    endif()
    list(APPEND below epochmill_${other})
  endforeach()
  add_library(epochmill_${NAME} STATIC ${sources})
  target_include_directories(epochmill_${NAME} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(epochmill_${NAME} PUBLIC epochmill_flags ${below} ${ROOM_LINKS})
endfunction()
